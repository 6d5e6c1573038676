// Letters that need no font, because a server may have none: five columns of seven dots each, one byte a column, the lowest bit on top.
// Only what usernames are made of, and the sign in front of them.
const columns: Readonly<Record<string, string>> = {
  '0': '3e5149453e',
  '1': '00427f4000',
  '2': '4261514946',
  '3': '2141454b31',
  '4': '1814127f10',
  '5': '2745454539',
  '6': '3c4a494930',
  '7': '0171090503',
  '8': '3649494936',
  '9': '064949291e',
  a: '2054545478',
  b: '7f48444438',
  c: '3844444420',
  d: '384444487f',
  e: '3854545418',
  f: '087e090102',
  g: '0c5252523e',
  h: '7f08040478',
  i: '00447d4000',
  j: '2040443d00',
  k: '7f10284400',
  l: '00417f4000',
  m: '7c04180478',
  n: '7c08040478',
  o: '3844444438',
  p: '7c14141408',
  q: '081414187c',
  r: '7c08040408',
  s: '4854545420',
  t: '043f444020',
  u: '3c4040207c',
  v: '1c2040201c',
  w: '3c4030403c',
  x: '4428102844',
  y: '0c5050503c',
  z: '4464544c44',
  '@': '324979413e',
  _: '4040404040',
  '-': '0808080808',
  '.': '0060600000',
}
const advance = 6
export const letterHeight = 7

/** The outline of a line of text as an SVG path; a dot is one unit large. What has no letter here is shown as a bar. */
export function lettersPath(text: string): { path: string; width: number } {
  const letters = Array.from(text.toLowerCase())
  const dots = letters.flatMap((letter, place) => {
    const bytes = Buffer.from(columns[letter] ?? '7f7f7f7f7f', 'hex')
    return [...bytes].flatMap((column, across) =>
      runsOf(column).map(([from, length]) => `M${place * advance + across} ${from}h1v${length}h-1z`),
    )
  })
  return { path: dots.join(''), width: letters.length * advance }
}

/** Dots below each other are one stroke: fewer corners to draw. */
function runsOf(column: number): [from: number, length: number][] {
  const runs: [number, number][] = []
  for (let row = 0; row < letterHeight; row++) {
    if (!((column >> row) & 1)) continue
    const last = runs.at(-1)
    if (last && last[0] + last[1] === row) last[1]++
    else runs.push([row, 1])
  }
  return runs
}
