import { Scene } from '#web/ui/scenes/Scene.tsx'

const folds = [
  { x: 0, opacity: 0.95 },
  { x: 15, opacity: 0.73 },
  { x: 30, opacity: 0.51 },
  { x: 45, opacity: 0.29 },
]

/** The one lamp that theatres leave burning on an empty stage: maintenance, and when something broke on our side. Night in both themes. */
export function GhostLight() {
  return (
    <Scene night>
      {(id) => (
        <>
          <defs>
            <radialGradient id={`${id}-glow`}>
              <stop offset="0" stopColor="var(--door-ghost)" stopOpacity=".8" />
              <stop offset=".28" stopColor="var(--door-ghost)" stopOpacity=".26" />
              <stop offset="1" stopColor="var(--door-ghost)" stopOpacity="0" />
            </radialGradient>
          </defs>
          <circle cx="160" cy="108" r="132" fill={`url(#${id}-glow)`} />
          <ellipse cx="160" cy="234" rx="92" ry="14" fill="var(--door-ghost)" opacity=".34" />
          <path d="M160 140V232M136 234H184" stroke="#0a0e13" strokeWidth="4.5" strokeLinecap="round" />
          <circle cx="160" cy="108" r="17" fill="#fbe3a6" />
          <path d="M152 122h16v14h-16Z" fill="#0a0e13" />
          <g fill="none" stroke="#0a0e13" strokeWidth="2" opacity=".75">
            <ellipse cx="160" cy="108" rx="26" ry="31" />
            <ellipse cx="160" cy="108" rx="11" ry="31" />
            <path d="M134 108h52" />
          </g>
          <rect x="156" y="206" width="8" height="3" rx="1.5" fill="var(--primary)" />
          {folds.map(({ x, opacity }) => (
            <g key={x} fill="var(--door-night-fold)" opacity={opacity}>
              <rect x={x} width="16" height="280" />
              <rect x={304 - x} width="16" height="280" />
            </g>
          ))}
        </>
      )}
    </Scene>
  )
}
