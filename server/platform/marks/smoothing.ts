// Means over neighbours, on planes of numbers.

/** The mean of the square of 2·radius + 1 around each; what lies outside does not count. */
export function boxed(of: Float32Array, width: number, height: number, radius: number): Float32Array {
  const across = new Float32Array(of.length)
  for (let y = 0; y < height; y++) {
    let sum = 0
    let count = 0
    const row = y * width
    for (let x = -radius; x < width; x++) {
      if (x + radius < width) {
        sum += of[row + x + radius]!
        count++
      }
      if (x - radius - 1 >= 0) {
        sum -= of[row + x - radius - 1]!
        count--
      }
      if (x >= 0) across[row + x] = sum / count
    }
  }
  const both = new Float32Array(of.length)
  const sums = new Float64Array(width)
  let count = 0
  for (let y = -radius; y < height; y++) {
    if (y + radius < height) {
      const row = (y + radius) * width
      for (let x = 0; x < width; x++) sums[x] = sums[x]! + across[row + x]!
      count++
    }
    if (y - radius - 1 >= 0) {
      const row = (y - radius - 1) * width
      for (let x = 0; x < width; x++) sums[x] = sums[x]! - across[row + x]!
      count--
    }
    if (y >= 0) for (let x = 0; x < width; x++) both[y * width + x] = sums[x]! / count
  }
  return both
}

/** Takes slow changes away, which are what an eye sees on a calm ground. Its own transpose, so that the reader applies it as well. */
export function withoutSlow(of: Float32Array, { width, height }: { width: number; height: number }): Float32Array {
  const across = new Float32Array(of.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let near = Math.max(0, x - 2); near <= Math.min(width - 1, x + 2); near++) sum += of[y * width + near]!
      across[y * width + x] = sum
    }
  const out = new Float32Array(of.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let near = Math.max(0, y - 2); near <= Math.min(height - 1, y + 2); near++) sum += across[near * width + x]!
      out[y * width + x] = of[y * width + x]! - sum / 25
    }
  return out
}

/** The least of the nine around each. */
export function calmest(of: Float32Array, { width, height }: { width: number; height: number }): Float32Array {
  const across = new Float32Array(of.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const row = y * width
      across[row + x] = Math.min(of[row + Math.max(0, x - 1)]!, of[row + x]!, of[row + Math.min(width - 1, x + 1)]!)
    }
  const both = new Float32Array(of.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const above = across[Math.max(0, y - 1) * width + x]!
      both[y * width + x] = Math.min(above, across[y * width + x]!, across[Math.min(height - 1, y + 1) * width + x]!)
    }
  return both
}
