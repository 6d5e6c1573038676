import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

/** What Playwright needs to start a browser. */
export interface Launch {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

/** Nothing leaves for the network by itself, and a page's rules are as strict as for anybody: no flag here weakens them. */
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic']
/** Pages are drawn by the processor, the same on every machine, and without a graphics card played by it: that took twice the time. */
const softwareDrawing = ['--disable-gpu', '--font-render-hinting=none']
/** A camera that is drawn and a microphone that beeps: nobody is asked whether they may be used. */
const drawnCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
/** As root Chromium has no sandbox; the packaged one has none without a setuid helper either. Stories visit our own pages only. */
const withoutSandbox = ['--no-sandbox', '--disable-setuid-sandbox']

/**
 * The browser of the stories: the one that comes with the packages, on any machine, unless CHROMIUM names another.
 * Fonts come with the project, so Chinese has its own letters and widths are the same everywhere.
 */
export async function chromium(): Promise<Launch> {
  const folder = await unpacked()
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  // Without a locale of UTF-8 Chromium cannot write down a Chinese file name.
  const env = { ...definedOnly(process.env), LC_ALL: 'C.UTF-8', ...fonts }
  const own = process.env['CHROMIUM']
  if (own) return { executablePath: own, args: [...quiet, ...drawnCamera, ...(process.getuid?.() === 0 ? withoutSandbox : [])], env }
  return {
    executablePath: join(folder, 'chromium'),
    args: [...quiet, ...drawnCamera, ...softwareDrawing, ...withoutSandbox],
    // Libraries that a small machine lacks. Only the browser gets them: nothing else was built against them.
    env: { ...env, LD_LIBRARY_PATH: join(folder, 'al2023/lib') },
  }
}

/** Unpacks the browser, its libraries and the fonts once a version, whole or not at all. */
async function unpacked(): Promise<string> {
  const packageFile = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../package.json')
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const folder = join(import.meta.dirname, `../node_modules/.cache/chromium-${version}`)
  if (existsSync(folder)) return folder
  const half = `${folder}.${process.pid}`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true, mode: 0o755 })
  await unpackBrowser(half)
  writeFonts(half, folder)
  try {
    renameSync(half, folder)
  } catch (error) {
    // Somebody else was faster, and theirs is the same.
    if (!existsSync(folder)) throw error
    rmSync(half, { recursive: true, force: true })
  }
  return folder
}

/** The package unpacks into the system's folder for temporary files, whatever lies there already, and changes our environment: it gets one of its own. */
async function unpackBrowser(folder: string): Promise<void> {
  const before = { ...process.env }
  // It decides by the second which of its libraries to unpack, and reads it while it is imported.
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' })
  const { default: packaged } = await import('@sparticuz/chromium')
  await packaged.executablePath()
  // One by one: the environment itself, which others read past `process.env`, is not exchanged by giving it another object.
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
}

/** Chinese in the letters of our papers; Latin comes with the pages themselves, and what is left falls to the package's Open Sans. */
function writeFonts(folder: string, finalFolder: string): void {
  const noto = join(import.meta.dirname, '../server/platform/pdf/noto-sans-tc.ttf.br')
  writeFileSync(join(folder, 'fonts/noto-sans-tc.ttf'), brotliDecompressSync(readFileSync(noto)))
  const prefer = (family: string) =>
    `<alias><family>${family}</family><prefer><family>Open Sans</family><family>Noto Sans TC</family></prefer></alias>`
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${finalFolder}/fonts</dir><cachedir>${finalFolder}/cache</cachedir>
${['sans-serif', 'serif', 'monospace', 'system-ui'].map(prefer).join('\n')}
</fontconfig>\n`,
  )
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
