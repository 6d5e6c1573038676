/** x' = a·x + b·y + c, y' = d·x + e·y + f, in pixels' middles. */
export type Affine = [a: number, b: number, c: number, d: number, e: number, f: number]

/** First the second, then the first. */
export const after = ([a, b, c, d, e, f]: Affine, [p, q, r, s, t, u]: Affine): Affine => [
  a * p + b * s,
  a * q + b * t,
  a * r + b * u + c,
  d * p + e * s,
  d * q + e * t,
  d * r + e * u + f,
]

/** The same between planes that were scaled since. About corners: about middles everything would be off by a part of a pixel. */
export const rescaled = ([a, b, c, d, e, f]: Affine, ours: number, found: number): Affine => {
  const row = (k: number, l: number, m: number): [number, number, number] => [
    (k * found) / ours,
    (l * found) / ours,
    found * (m + 0.5 + k * (0.5 / ours - 0.5) + l * (0.5 / ours - 0.5)) - 0.5,
  ]
  return [...row(a, b, c), ...row(d, e, f)]
}

/** Undefined where the equations say too little. @param matrix n by n, row after row */
export function solve(matrix: Float64Array, right: Float64Array, n: number): number[] | undefined {
  const rows = Array.from({ length: n }, (_, r) => [...matrix.subarray(r * n, r * n + n), right[r]!])
  for (let k = 0; k < n; k++) rows[k]![k] = rows[k]![k]! * (1 + 1e-6) + 1e-9
  for (let k = 0; k < n; k++) {
    let pivot = k
    for (let r = k + 1; r < n; r++) if (Math.abs(rows[r]![k]!) > Math.abs(rows[pivot]![k]!)) pivot = r
    ;[rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!]
    const p = rows[k]![k]!
    if (Math.abs(p) < 1e-12) return undefined
    for (let r = 0; r < n; r++) {
      if (r === k) continue
      const factor = rows[r]![k]! / p
      if (factor !== 0) for (let c = k; c <= n; c++) rows[r]![c] = rows[r]![c]! - factor * rows[k]![c]!
    }
  }
  return rows.map((row, k) => row[n]! / row[k]!)
}
