/** Abstract pictures for the gallery, drawn in SVG: nothing is fetched and nobody is shown. */

const asUrl = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

export function sea(width = 1200, height = 900): string {
  const hues = ['#9ad1c9', '#6fb3b1', '#3f9499', '#27747f', '#15525f', '#0b3442', '#06212d']
  const waves = hues.map((fill, place) => {
    const y = height * (0.42 + place * 0.08)
    const swell = height * 0.06
    return `<path fill="${fill}" d="M0 ${y}C${width * 0.2} ${y - swell * (1 + (place % 3))} ${width * 0.35} ${y + swell} ${width * 0.55} ${y - swell * 0.4}S${width * 0.85} ${y - swell * (place % 2 ? 1.6 : 0.4)} ${width} ${y + swell * 0.5}V${height}H0Z"/>`
  })
  return asUrl(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#eeead6"/><stop offset="1" stop-color="#c4ded2"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#s)"/><circle cx="${width * 0.48}" cy="${height * 0.35}" r="${height * 0.16}" fill="#a9d8cf"/>${waves.join('')}</svg>`,
  )
}

export function arches(colours = ['#2a2140', '#4b2b4f', '#84404f', '#c26153', '#e39a73', '#f3d3a8']): string {
  const rings = colours
    .slice(1)
    .map((fill, place) => {
      const half = 330 - place * 62
      return `<path fill="${fill}" d="M${400 - half} 1000V${500 + place * 30}a${half} ${half} 0 0 1 ${half * 2} 0V1000Z"/>`
    })
    .join('')
  return asUrl(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000" width="800" height="1000"><rect width="800" height="1000" fill="${colours[0]}"/>${rings}</svg>`,
  )
}

export function moon(): string {
  const ripples = Array.from({ length: 14 }, (_, place) => {
    const half = 150 - place * 6 + (place % 3) * 24
    return `<rect x="${400 - half}" y="${640 + place * 22}" width="${half * 2}" height="5" rx="2.5" fill="#dfe6ea" opacity="${0.8 - place * 0.05}"/>`
  }).join('')
  return asUrl(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000" width="800" height="1000"><rect width="800" height="1000" fill="#1b2b38"/><rect y="620" width="800" height="380" fill="#0d1820"/><circle cx="400" cy="480" r="140" fill="#dfe6ea"/>${ripples}</svg>`,
  )
}

export function curtain(): string {
  const folds = Array.from({ length: 9 }, (_, place) => {
    const dark = place % 2 ? '#7d1226' : '#a41c35'
    return `<rect x="${place * 34}" width="36" height="1000" fill="${dark}"/><rect x="${800 - 36 - place * 34}" width="36" height="1000" fill="${dark}"/>`
  }).join('')
  return asUrl(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000" width="800" height="1000" preserveAspectRatio="xMidYMid slice"><defs><radialGradient id="g" cy=".7" r=".6"><stop stop-color="#ffe9b0"/><stop offset=".5" stop-color="#c98a3c"/><stop offset="1" stop-color="#3a1712"/></radialGradient></defs><rect width="800" height="1000" fill="url(#g)"/>${folds}</svg>`,
  )
}

/** What the server would send for a locked work: a handful of soft blobs. */
export function blur(a = '#6d4f7d', b = '#241a44', c = '#0f0b22'): string {
  return asUrl(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 24" width="32" height="24"><defs><radialGradient id="a" cx=".35" cy=".35" r=".6"><stop stop-color="${a}"/><stop offset="1" stop-color="${a}" stop-opacity="0"/></radialGradient><radialGradient id="b" cx=".85" cy=".5" r=".5"><stop stop-color="${c}"/><stop offset="1" stop-color="${c}" stop-opacity="0"/></radialGradient></defs><rect width="32" height="24" fill="${b}"/><rect width="32" height="24" fill="url(#a)"/><rect width="32" height="24" fill="url(#b)"/></svg>`,
  )
}

export function leaf(ground = '#24553f', ink = '#a7cf9a'): string {
  return asUrl(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" width="80" height="80"><rect width="80" height="80" fill="${ground}"/><path d="M22 60C18 30 38 18 62 18C62 44 50 62 22 60Z" fill="${ink}"/><path d="M22 60L52 30" stroke="${ground}" stroke-width="3"/></svg>`,
  )
}
