import { Scene } from '#web/ui/scenes/Scene.tsx'

/** The stage door, ajar with light behind it (age gate, sign in first), or shut with a line of light beneath (not yours to enter). */
export function StageDoor({ shut = false }: { shut?: boolean }) {
  return (
    <Scene>
      {(id) => (
        <>
          {shut ? (
            <path d="M122 208H198L206 222H114Z" fill="var(--door-light)" opacity=".7" />
          ) : (
            <path d="M128 208H192L262 280H96Z" fill={`url(#${id}-beam)`} />
          )}
          <rect x="116" y="58" width="88" height="150" fill="var(--door-edge)" />
          <rect x="122" y="64" width="76" height="144" fill="var(--door-light)" />
          <path d={shut ? 'M122 64H198V206H122Z' : 'M122 64 168 78V222L122 208Z'} fill="var(--door-dark)" />
          <circle cx={shut ? 188 : 160} cy={shut ? 140 : 150} r="2.6" fill="var(--primary)" />
          <rect x="146" y="34" width="28" height="6" rx="3" fill="var(--primary)" />
        </>
      )}
    </Scene>
  )
}
