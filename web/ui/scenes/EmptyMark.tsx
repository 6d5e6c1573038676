import { Scene } from '#web/ui/scenes/Scene.tsx'

/** The lamp is on, the tape is on the floor, nobody stands there: 404. */
export function EmptyMark() {
  return (
    <Scene>
      {(id) => (
        <>
          <path d="M150 -10H170L236 236H84Z" fill={`url(#${id}-beam)`} />
          <ellipse cx="160" cy="236" rx="76" ry="15" fill="var(--door-light)" opacity=".8" />
          <path d="M150 240l20-8M152 232l16 10" stroke="#0e1722" strokeWidth="3.5" strokeLinecap="round" />
          <path d="M0 0H320V30Q300 50 280 30T240 30T200 30T160 30T120 30T80 30T40 30T0 30Z" fill="var(--door-edge)" />
          <rect x="146" y="12" width="28" height="6" rx="3" fill="var(--primary)" />
        </>
      )}
    </Scene>
  )
}
