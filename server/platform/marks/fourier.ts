// The Fourier transform of a square, for finding where one picture lies in another.
/** In place, radix two, `size` by `size`. */
export function createFourier(size: number) {
  const bits = Math.log2(size)
  const cos = new Float64Array(size / 2)
  const sin = new Float64Array(size / 2)
  for (let k = 0; k < size / 2; k++) {
    cos[k] = Math.cos((2 * Math.PI * k) / size)
    sin[k] = Math.sin((2 * Math.PI * k) / size)
  }
  const reversed = new Uint16Array(size)
  for (let k = 0; k < size; k++) {
    let r = 0
    for (let b = 0; b < bits; b++) if (k & (1 << b)) r |= 1 << (bits - 1 - b)
    reversed[k] = r
  }
  const re = new Float64Array(size)
  const im = new Float64Array(size)
  function line(real: Float64Array, imaginary: Float64Array, from: number, step: number, sign: number): void {
    for (let k = 0; k < size; k++) {
      const at = from + reversed[k]! * step
      re[k] = real[at]!
      im[k] = imaginary[at]!
    }
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (2 * half)
      for (let base = 0; base < size; base += 2 * half)
        for (let k = 0; k < half; k++) {
          const c = cos[k * stride]!
          const s = sign * sin[k * stride]!
          const a = base + k
          const b = a + half
          const tr = re[b]! * c - im[b]! * s
          const ti = re[b]! * s + im[b]! * c
          re[b] = re[a]! - tr
          im[b] = im[a]! - ti
          re[a] = re[a]! + tr
          im[a] = im[a]! + ti
        }
    }
    for (let k = 0; k < size; k++) {
      const at = from + k * step
      real[at] = re[k]!
      imaginary[at] = im[k]!
    }
  }
  return (real: Float64Array, imaginary: Float64Array, sign: 1 | -1, rows = size): void => {
    // Rows that are all zero stay so.
    for (let y = 0; y < rows; y++) line(real, imaginary, y * size, 1, sign)
    for (let x = 0; x < size; x++) line(real, imaginary, x, size, sign)
  }
}
