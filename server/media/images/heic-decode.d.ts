// heic-decode brings no types of its own: what we use of it.
declare module 'heic-decode' {
  interface Decoded {
    width: number
    height: number
    /** RGBA, upright. */
    data: Uint8ClampedArray
  }
  interface Image {
    width: number
    height: number
    decode(): Promise<Decoded>
  }
  const decode: { all(of: { buffer: Uint8Array }): Promise<Image[]> }
  export default decode
}
