import { Scene } from '#web/ui/scenes/Scene.tsx'

const folds = [0, 32, 64, 96, 128, 160, 192, 224, 256, 288]

/** The curtain is down, a little light under its hem: not open in this country. */
export function ClosedCurtain() {
  return (
    <Scene>
      {(id) => (
        <>
          <defs>
            <linearGradient id={`${id}-fold`}>
              <stop offset="0" stopColor="var(--door-edge)" />
              <stop offset=".5" stopColor="var(--door-wall)" />
              <stop offset="1" stopColor="var(--door-edge)" />
            </linearGradient>
          </defs>
          <path d="M0 224H320L300 244H20Z" fill="var(--door-light)" opacity=".75" />
          {folds.map((x) => (
            <path key={x} d={`M${x} 0h32v222q-16 10-32 0Z`} fill={`url(#${id}-fold)`} />
          ))}
          <path d="M0 0H320V26Q300 46 280 26T240 26T200 26T160 26T120 26T80 26T40 26T0 26Z" fill="var(--door-edge)" />
          <path d="M160 34V228" stroke="var(--door-dark)" strokeWidth="2" opacity=".45" />
          <circle cx="160" cy="150" r="3" fill="var(--primary)" />
        </>
      )}
    </Scene>
  )
}
