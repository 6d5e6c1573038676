// The light build has the same face as the whole one; its package declares types for the whole one only.
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
