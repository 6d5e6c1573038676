// For tests: coturn of our own, and a network in which a browser can send no UDP.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PemConverter, X509CertificateGenerator } from '@peculiar/x509'
import { chromium } from '../../../browser/chromium.ts'

export const turnserver = ['/usr/bin/turnserver', '/usr/sbin/turnserver', '/usr/local/bin/turnserver'].find((path) => existsSync(path))

/**
 * As README's example has it: who knows the secret gets in, and reaches the forwarder and nothing else of the inner network.
 * @param tlsPort where it is spoken to by TLS; its certificate is nobody's
 */
export async function startCoturn({ address, port, tlsPort, secret }: { address: string; port: number; tlsPort: number; secret: string }) {
  const home = mkdtempSync(join(tmpdir(), 'stagedoor-coturn-'))
  await writeCertificate(home)
  const settings = [
    `listening-ip=${address}`,
    `relay-ip=${address}`,
    `listening-port=${port}`,
    'realm=stage.example',
    'use-auth-secret',
    `static-auth-secret=${secret}`,
    'fingerprint',
    'no-cli',
    `tls-listening-port=${tlsPort}`,
    `cert=${join(home, 'cert.pem')}`,
    `pkey=${join(home, 'key.pem')}`,
    'no-dtls',
    'no-multicast-peers',
    `denied-peer-ip=0.0.0.0-255.255.255.255`,
    `allowed-peer-ip=${address}`,
    ...(address.startsWith('127.') ? ['allow-loopback-peers'] : []),
    `userdb=${join(home, 'turndb')}`,
    `pidfile=${join(home, 'pid')}`,
    'log-file=stdout',
    'simple-log',
  ]
  writeFileSync(join(home, 'turnserver.conf'), `${settings.join('\n')}\n`)
  const child: ChildProcess = spawn(turnserver ?? '', ['-c', join(home, 'turnserver.conf')], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part: string) => said.push(part))
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await gone
    }
    rmSync(home, { recursive: true, force: true })
  }
  for (let tries = 0; !((await listens(address, port)) && (await listens(address, tlsPort))); tries++) {
    if (tries > 100 || child.exitCode !== null) {
      await close()
      throw new Error(`coturn did not start: ${said.join('')}`)
    }
    await sleep(100)
  }
  return { said: () => said.join(''), close }
}

async function writeCertificate(folder: string): Promise<void> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const notBefore = new Date(Date.now() - 86_400_000)
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=turn.stage.example',
    notBefore,
    notAfter: new Date(notBefore.getTime() + 30 * 86_400_000),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    keys,
  })
  writeFileSync(join(folder, 'cert.pem'), certificate.toString('pem'))
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  writeFileSync(join(folder, 'key.pem'), PemConverter.encode(key, 'PRIVATE KEY'), { mode: 0o600 })
}

function listens(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port })
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })
}

/**
 * A network of its own, joined to this machine by a cable, in which every UDP packet is dropped. Undefined where this machine lets nobody make one.
 * `program` is the browser, living there.
 */
export async function networkWithoutUdp() {
  const name = `stagedoor${process.pid % 100_000}`
  const [ours, theirs] = [`sd${process.pid % 100_000}a`, `sd${process.pid % 100_000}b`]
  // Benchmarking addresses (RFC 2544): no network of anybody's.
  const net = `198.18.${process.pid % 250}`
  const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' })
  const inside = (...args: string[]) => ip('netns', 'exec', name, 'ip', ...args)
  const close = () => {
    for (const args of [
      ['link', 'del', ours],
      ['netns', 'del', name],
    ]) {
      try {
        ip(...args)
      } catch {
        // It was not made.
      }
    }
  }
  try {
    ip('netns', 'add', name)
    ip('link', 'add', ours, 'type', 'veth', 'peer', 'name', theirs)
    ip('link', 'set', theirs, 'netns', name)
    ip('addr', 'add', `${net}.1/24`, 'dev', ours)
    ip('link', 'set', ours, 'up')
    inside('addr', 'add', `${net}.2/24`, 'dev', theirs)
    inside('link', 'set', theirs, 'up')
    inside('link', 'set', 'lo', 'up')
    inside('route', 'add', 'default', 'via', `${net}.1`)
    inside('rule', 'add', 'ipproto', 'udp', 'blackhole', 'priority', '1')
  } catch {
    close()
    return undefined
  }
  const home = mkdtempSync(join(tmpdir(), 'stagedoor-network-'))
  const program = join(home, 'browser')
  const { executablePath } = await chromium()
  writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${name} "${executablePath}" "$@"\n`)
  chmodSync(program, 0o755)
  const closeAll = () => {
    close()
    rmSync(home, { recursive: true, force: true })
  }
  return { address: `${net}.1`, program, close: closeAll }
}
