import { useId } from 'react'

/** One fold of a curtain: where it hangs, where it lands, how much light it has. Inner folds are gathered towards the sides. */
interface Fold {
  top: number
  foot: number
  width: number
  light: number
}

/** Six folds a side; the inner ones swing out towards the stage, as if someone had just let go of them. */
const left: readonly Fold[] = [
  { top: -11, foot: -11, width: 57, light: 0 },
  { top: 43, foot: 47, width: 50, light: 1 },
  { top: 91, foot: 100, width: 50, light: 2 },
  { top: 139, foot: 151, width: 54, light: 3 },
  { top: 191, foot: 217, width: 48, light: 4 },
  { top: 237, foot: 270, width: 51, light: 5 },
]
const right: readonly Fold[] = [
  { top: 837, foot: 838, width: 74, light: 0 },
  { top: 790, foot: 786, width: 49, light: 1 },
  { top: 742, foot: 730, width: 50, light: 2 },
  { top: 692, foot: 677, width: 52, light: 3 },
  { top: 647, foot: 636, width: 48, light: 4 },
  { top: 587, foot: 562, width: 62, light: 5 },
]
const mid = ['#641122', '#6a1224', '#6f1326', '#751528', '#7a162b', '#80182d']
const bright = ['#8b1b31', '#931d34', '#9a1f36', '#a12439', '#a72a3d', '#ad3040']
const shade = '#2a0710'

/** A stage behind an opening curtain: the picture beside every form at the door. Its colours are its own, the same in both themes. */
export function CurtainScene() {
  const id = useId()
  return (
    <svg viewBox="0 0 900 1200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <radialGradient id={`${id}-stage`} cx=".5" cy=".7" r=".75">
          <stop offset="0" stopColor="#fdf0d2" />
          <stop offset=".22" stopColor="#f0c274" />
          <stop offset=".55" stopColor="#75341f" />
          <stop offset="1" stopColor="#17040a" />
        </radialGradient>
        <linearGradient id={`${id}-flies`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#17040a" stopOpacity=".75" />
          <stop offset="1" stopColor="#17040a" stopOpacity="0" />
        </linearGradient>
        <filter id={`${id}-soft`}>
          <feGaussianBlur stdDeviation="15" />
        </filter>
        {mid.map((_, light) => (
          <Velvet key={light} id={`${id}-left${light}`} light={light} lit={0.68} />
        ))}
        {mid.map((_, light) => (
          <Velvet key={light} id={`${id}-right${light}`} light={light} lit={0.32} />
        ))}
      </defs>
      <rect width="900" height="1200" fill={`url(#${id}-stage)`} />
      <ellipse cx="450" cy="1116" rx="270" ry="84" fill="#fdf0d2" opacity=".7" filter={`url(#${id}-soft)`} />
      {left.map((fold) => (
        <path key={fold.top} d={hanging(fold)} fill={`url(#${id}-left${fold.light})`} />
      ))}
      {right.map((fold) => (
        <path key={fold.top} d={hanging(fold)} fill={`url(#${id}-right${fold.light})`} />
      ))}
      <rect width="900" height="360" fill={`url(#${id}-flies)`} />
    </svg>
  )
}

/** @param lit where along the fold the light from the stage falls, 0 to 1 */
function Velvet({ id, light, lit }: { id: string; light: number; lit: number }) {
  return (
    <linearGradient id={id}>
      <stop offset="0" stopColor={shade} />
      <stop offset={lit - 0.18} stopColor={mid[light]} />
      <stop offset={lit} stopColor={bright[light]} />
      <stop offset={lit + 0.2} stopColor={mid[light]} />
      <stop offset="1" stopColor={shade} />
    </linearGradient>
  )
}

/** Straight at the rail, bowed towards the floor, a round hem. */
function hanging({ top, foot, width, light }: Fold): string {
  const lean = (foot - top) * 0.2
  const hem = 1205 + ((light * 7) % 16)
  const [a, b] = [top + lean, top + width + lean]
  return `M${top} -5H${top + width}C${top + width} 480 ${b} 840 ${foot + width} ${hem}Q${foot + width / 2} ${hem + 12} ${foot} ${hem}C${a} 840 ${top} 480 ${top} -5Z`
}
