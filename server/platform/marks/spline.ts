/** Cubic B-spline: for each of `size` pixels the first of the four cells that it hangs on, and their weights. */
export function spline(size: number, cell: number): { first: Int32Array; weights: Float32Array } {
  const first = new Int32Array(size)
  const weights = new Float32Array(size * 4)
  for (let x = 0; x < size; x++) {
    // Cell 1 begins where the picture begins.
    const at = (x + 0.5) / cell + 0.5
    const t = at - Math.floor(at)
    first[x] = Math.floor(at) - 1
    weights[x * 4] = (1 - t) ** 3 / 6
    weights[x * 4 + 1] = (3 * t ** 3 - 6 * t ** 2 + 4) / 6
    weights[x * 4 + 2] = (-3 * t ** 3 + 3 * t ** 2 + 3 * t + 1) / 6
    weights[x * 4 + 3] = t ** 3 / 6
  }
  return { first, weights }
}

/** What the spline leaves of a deviation of one, turned round. */
export const splineGain = 1 / 0.4794
