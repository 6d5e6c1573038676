import { Scene } from '#web/ui/scenes/Scene.tsx'

/** Seats: home, following. Keys: unlocked, kept. Booth: wallet, orders, payments. Letter: messages. Lamp: search. Ghost: nothing to do. */
export type EmptySceneName = 'seats' | 'keys' | 'booth' | 'letter' | 'lamp' | 'ghost'

const scenes = { seats: Seats, keys: Keys, booth: Booth, letter: Letter, lamp: Lamp, ghost: Ghost } as const

/** What an empty list shows: flat, one warm light, the blue once, nobody there. */
export default function EmptyScene({ name }: { name: EmptySceneName }) {
  const Drawn = scenes[name]
  return <Drawn />
}

/** Rows before a lit stage; one seat is the blue one. */
function Seats() {
  return (
    <Scene low>
      {(id) => (
        <>
          <path d="M120-10h80l40 130H80Z" fill={`url(#${id}-beam)`} />
          <ellipse cx="160" cy="122" rx="78" ry="9" fill="var(--door-light)" opacity=".85" />
          <g opacity=".6">
            {Array.from({ length: 9 }, (_, place) => (
              <Seat key={place} x={16 + place * 32} y={150} rise={8} />
            ))}
          </g>
          {Array.from({ length: 8 }, (_, place) => (
            <Seat key={place} x={32 + place * 32} y={170} rise={12} isOurs={place === 4} />
          ))}
        </>
      )}
    </Scene>
  )
}

function Seat({ x, y, rise, isOurs = false }: { x: number; y: number; rise: number; isOurs?: boolean }) {
  return (
    <>
      <path
        d={`M${x + 3} ${y + rise + 8}v-${rise}a8 8 0 0 1 8-8h9a8 8 0 0 1 8 8v${rise}Z`}
        fill={isOurs ? 'var(--primary)' : 'var(--door-edge)'}
      />
      <rect x={x + 3} y={y + rise + 2} width="25" height="6" rx="2" fill="var(--door-dark)" opacity=".22" />
      <rect x={x} y={y + rise - 4} width="3" height={rise + 2} rx="1.5" fill="var(--door-dark)" opacity=".3" />
    </>
  )
}

/** One key on a row of hooks. */
function Keys() {
  return (
    <Scene low>
      {(id) => (
        <>
          <path d="M140-10h40l52 170H88Z" fill={`url(#${id}-beam)`} />
          <rect x="56" y="56" width="208" height="6" rx="3" fill="var(--door-edge)" />
          {Array.from({ length: 6 }, (_, place) => (
            <path key={place} d={`M${80 + place * 32} 60v10a5 5 0 0 0 10 0`} {...line} stroke="var(--door-edge)" strokeWidth="3.5" />
          ))}
          <g {...line} stroke="var(--door-dark)" strokeWidth="4">
            <circle cx="149" cy="88" r="9" />
            <path d="M149 97v28m0-10h8m-8 9h6" />
          </g>
          <circle cx="149" cy="88" r="3" fill="var(--primary)" />
          <ellipse cx="160" cy="162" rx="70" ry="9" fill="var(--door-light)" opacity=".7" />
        </>
      )}
    </Scene>
  )
}

/** A ticket booth with its light on. */
function Booth() {
  return (
    <Scene low>
      {(id) => (
        <>
          <path d="M112 144H208L262 200H58Z" fill={`url(#${id}-beam)`} />
          <rect x="92" y="26" width="136" height="118" fill="var(--door-edge)" />
          <path d="M104 92V66a56 36 0 0 1 112 0v26Z" fill="var(--door-light)" />
          <rect x="98" y="92" width="124" height="9" fill="var(--door-dark)" />
          <path d="M146 92a14 9 0 0 1 28 0Z" fill="var(--door-dark)" />
          <rect x="150" y="104" width="20" height="12" rx="2" fill="var(--primary)" />
          <path d="M88 26h144l-8-12H96Z" fill="var(--door-dark)" />
        </>
      )}
    </Scene>
  )
}

/** A letter under the door. */
function Letter() {
  return (
    <Scene low>
      {() => (
        <>
          <rect x="104" y="16" width="112" height="128" fill="var(--door-edge)" />
          <rect x="112" y="24" width="96" height="120" fill="var(--door-dark)" />
          <path d="M112 144H208L226 168H94Z" fill="var(--door-light)" opacity=".75" />
          <circle cx="196" cy="88" r="3" fill="var(--primary)" />
          <path d="M138 146h46l12 22h-62Z" fill="#fffdf6" />
          <path d="M138 146l24 14 22-14" {...line} stroke="#0e1722" strokeWidth="1.5" opacity=".5" />
        </>
      )}
    </Scene>
  )
}

/** A lamp searching the floor. */
function Lamp() {
  return (
    <Scene low>
      {(id) => (
        <>
          <path d="M30-6 54-14 214 146H106Z" fill={`url(#${id}-beam)`} />
          <ellipse cx="160" cy="160" rx="66" ry="12" fill="var(--door-light)" opacity=".85" />
          <path d="M20 2l26-14 12 20-26 14Z" fill="var(--door-dark)" />
          <rect x="44" y="12" width="14" height="5" rx="2.5" transform="rotate(-30 50 14)" fill="var(--primary)" />
          <path d="M152 158l16 5M152 163l14-7" {...line} stroke="#0e1722" strokeWidth="2.5" opacity=".5" />
        </>
      )}
    </Scene>
  )
}

/** The one lamp on a swept stage; night in both themes. */
function Ghost() {
  return (
    <Scene low night>
      {(id) => (
        <>
          <defs>
            <radialGradient id={`${id}-glow`}>
              <stop stopColor="var(--door-ghost)" stopOpacity=".8" />
              <stop offset=".3" stopColor="var(--door-ghost)" stopOpacity=".25" />
              <stop offset="1" stopColor="var(--door-ghost)" stopOpacity="0" />
            </radialGradient>
          </defs>
          <circle cx="160" cy="86" r="98" fill={`url(#${id}-glow)`} />
          <ellipse cx="160" cy="168" rx="70" ry="9" fill="var(--door-ghost)" opacity=".3" />
          <path d="M160 104v62M140 168h40" {...line} stroke="#0a0e13" strokeWidth="4" />
          <circle cx="160" cy="86" r="13" fill="#fbe3a6" />
          <path d="M153 97h14v10h-14Z" fill="#0a0e13" />
          <rect x="156" y="148" width="8" height="3" rx="1.5" fill="var(--primary)" />
          {[0.9, 0.64, 0.38].map((opacity, fold) => (
            <g key={opacity} fill="var(--door-night-fold)" opacity={opacity}>
              <rect x={fold * 13} width="14" height="200" />
              <rect x={306 - fold * 13} width="14" height="200" />
            </g>
          ))}
        </>
      )}
    </Scene>
  )
}

const line = { fill: 'none', strokeLinecap: 'round' } as const
