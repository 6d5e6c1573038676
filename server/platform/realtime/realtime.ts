// The socket: a hint that something changed, never the truth itself. A client that missed hints refetches.
// It may connect with the session's cookie, or with a token in the query or in `auth/login` (specification.md sections 4 and 7).
// With several processes each has sockets of its own, and what is said here reaches those of all (fan-out.ts, docs/adr/0015).
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { parse as parseCookie } from 'node:querystring'
import { Server, type Socket } from 'socket.io'
import type { JoinName, PushName, Pushes, SignalName, Signals } from '#contract/pushes.ts'
import { type Member, visitor } from '#server/platform/http/viewer.ts'
import type { Door } from '#server/platform/realtime/door.ts'
import type { FanOut } from '#server/platform/realtime/fan-out.ts'
import { joiningOf, type Joining, type Judge } from '#server/platform/realtime/joining.ts'
import { RedisAway } from '#server/platform/redis/redis.ts'

export interface Realtime {
  /** Sends to every screen of one account. */
  toAccount<Name extends PushName>(accountId: string, push: Name, payload: Pushes[Name]): void
  /** The same to every screen of many, as one packet: whoever is not connected costs a look-up. */
  toAccounts<Name extends PushName>(accountIds: readonly string[], push: Name, payload: Pushes[Name]): void
  /** Sends to everyone in a room of a slice's making, such as 'stream:<id>'. */
  /** @param except nobody of these accounts, and nobody who is in these parts of it */
  toRoom<Name extends PushName>(
    room: string,
    push: Name,
    payload: Pushes[Name],
    except?: { accountIds: readonly string[]; parts: readonly string[] },
  ): void
  toEveryone<Name extends PushName>(push: Name, payload: Pushes[Name]): void
  /** Hears what signed-in clients say of themselves. Whoever says more than two things in a second is not heard until it is over. */
  hear<Name extends SignalName>(signal: Name, listener: (from: Member, payload: Partial<Signals[Name]>) => Promise<void>): void
  /** Lets who asks into a room of a slice's making, once that slice says yes; visitors may ask, too. A client is in so many rooms at most. */
  letIn<Name extends JoinName>(join: Name, judge: Judge<Name>): void
  /** Who is in the rooms of a slice's making whose names begin so, on connections of this process: by room, each once for each country that they are there from. */
  membersIn(prefix: string): ReadonlyMap<string, readonly Seated[]>
  /** Takes this account's connections of this process that come from there out of a room. */
  putOut(room: string, who: Seated): void
  /**
   * Ends the live connections of one session, or of all of an account's: after logout or a password change.
   * @throws RedisAway where other processes could not be told; those of this one are ended then, too
   */
  disconnect(accountId: string, sessionId?: string): Promise<void>
  /** Of this process. */
  readonly connections: number
  close(): Promise<void>
}

/** Whose connection it is, and where it comes from, if that is known. */
export interface Seated {
  accountId: string
  country: string | undefined
}

export interface RealtimeOptions {
  identify: (token: string, request: IncomingMessage) => Promise<Member | undefined>
  /** Origins besides the request's own host that may connect. */
  allowedOrigins: readonly string[]
  /** True where the site closed the country that this request comes from, or ages must be checked there: then the socket is for members alone. */
  isClosedTo?: (request: IncomingMessage) => Promise<boolean>
  /** Where a request comes from, if that is known. */
  countryOf?: (request: IncomingMessage) => string | undefined
  /** Who may open a connection, by the address that it comes from; without one everybody may. */
  door?: { door: Door; addressOf: (request: IncomingMessage) => string }
  /** How other processes hear of it; without it there are none. */
  fanOut?: FanOut | undefined
}

/** Sign-in attempts of one connection; more than that is no client of ours. */
const mostLogins = 20

type Listener = (from: Member, payload: object) => Promise<void>

/** @param server whose visitors may connect; undefined in a process that only speaks */
export function createRealtime(
  server: HttpServer | undefined,
  { identify, allowedOrigins, isClosedTo, countryOf, door, fanOut }: RealtimeOptions,
): Realtime {
  const listeners = new Map<string, Listener>()
  const judges = new Map<string, Judge>()
  /** Asks of everybody who is connected here once more who they are. */
  const members = new Map<Socket, () => Promise<unknown>>()
  /** Whose connection each of them is, and the rooms it asked into. */
  const seats = new Map<Socket, Seated & { joining: Joining }>()
  const io = new Server(server, {
    ...(fanOut && { adapter: fanOut.adapter }),
    perMessageDeflate: false,
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    transports: ['websocket', 'polling'],
    // A cookie rides along with any site's page: only our own origin may open a socket with it.
    allowRequest: (request, done) => {
      const { origin, host } = request.headers
      const isOwn = !origin || allowedOrigins.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host)
      if (isOwn && door && !door.door.admits(door.addressOf(request))) return done('too_many_connections', false)
      done(null, isOwn)
    },
    ...(allowedOrigins.length > 0 && { cors: { origin: [...allowedOrigins], credentials: true } }),
  })

  if (server && door)
    io.engine.on('connection', (connection: { request: IncomingMessage; once(event: 'close', then: () => void): void }) => {
      connection.once('close', door.door.enter(door.addressOf(connection.request)))
    })

  // Before anything is sent. Who cannot be asked about comes again by itself.
  io.use((socket, next) => {
    const admit = async () => {
      if (!(await isClosedTo?.(socket.request))) return true
      const token = handshakeToken(socket)
      return token !== undefined && token.length <= 500 && (await identify(token, socket.request)) !== undefined
    }
    admit().then(
      (may) => (may ? next() : next(new Error('country_closed'))),
      () => socket.conn.close(),
    )
  })

  io.on('connection', (socket) => {
    let logins = 0
    /** What was asked last counts: who signs out while they are signing in is out. */
    let turns = 0
    let own: Member | undefined
    let end: Alarm | undefined
    let signingIn: Promise<unknown> = Promise.resolve()
    const viewer = async () => {
      await signingIn
      return own ?? visitor
    }
    const joining = joiningOf({ socket, judges, viewer, countryOf })
    const leave = () => {
      end?.cancel()
      members.delete(socket)
      seats.delete(socket)
      own = undefined
      leaveRooms(socket)
      joining.leaveAll()
    }
    const login = async (token: string | undefined) => {
      const turn = ++turns
      const member = token && token.length <= 500 && ++logins <= mostLogins ? await identify(token, socket.request) : undefined
      if (turn !== turns) return false
      leave()
      own = member
      end = member?.expiresAt && at(member.expiresAt, () => socket.disconnect(true))
      if (!member || !token) return false
      members.set(socket, () => stays(token))
      seats.set(socket, { accountId: member.accountId, country: countryOf?.(socket.request), joining })
      await socket.join([accountRoom(member.accountId), sessionRoom(member.sessionId)])
      return true
    }
    const stays = async (token: string) => {
      const before = own
      try {
        const member = await identify(token, socket.request)
        if (own === before && member?.sessionId !== before?.sessionId) socket.disconnect(true)
      } catch {
        socket.conn.close()
      }
    }
    const answer = (token: string | undefined, reply: unknown) => {
      const done = login(token)
      signingIn = done.catch(() => {})
      done.then(
        (loggedIn) => typeof reply === 'function' && (reply as (answer: object) => void)({ loggedIn }),
        // Nobody can be asked who this is. A client whose connection breaks comes again by itself; one that is told no stays deaf.
        () => socket.conn.close(),
      )
    }
    const brought = handshakeToken(socket)
    if (brought) answer(brought, undefined)
    socket.on('auth/login', (payload: unknown, reply: unknown) => {
      const { token } = (typeof payload === 'object' && payload !== null ? payload : {}) as { token?: unknown }
      answer(typeof token === 'string' ? token : brought, typeof payload === 'function' ? payload : reply)
    })
    socket.on('auth/logout', () => {
      turns++
      leave()
    })
    const isQuiet = sparing()
    const mayAsk = sparing()
    socket.onAny((name: string, payload: unknown, reply: unknown) => {
      const asks = typeof payload === 'object' && payload !== null ? payload : {}
      if (judges.has(name) && typeof reply === 'function') {
        const answer = reply as (answer: object) => void
        if (mayAsk()) joining.join(name, asks).then(answer, () => socket.conn.close())
        else answer({ joined: false })
        return
      }
      if (name === 'stream/leave') return joining.leave(asks)
      const listener = listeners.get(name)
      if (!listener || !own || !isQuiet()) return
      // A hint that fails is a hint that was lost.
      listener(own, asks).catch(() => {})
    })
    socket.on('disconnect', () => {
      end?.cancel()
      members.delete(socket)
      seats.delete(socket)
    })
  })

  /** Ten at a time: everybody else asks the database at this moment, too. */
  async function askEverybody(): Promise<void> {
    const asking = [...members.values()]
    while (asking.length > 0) await Promise.all(asking.splice(0, 10).map((ask) => ask()))
  }
  fanOut?.tell({
    onLost: () => void io.emit('pushes/missed' satisfies PushName, {}),
    onDeaf() {
      io.local.emit('pushes/missed' satisfies PushName, {})
      // That somebody's session is over may have been said meanwhile.
      void askEverybody()
    },
  })

  return {
    toAccount: (accountId, push, payload) => void io.to(accountRoom(accountId)).emit(push, payload),
    toAccounts(accountIds, push, payload) {
      // To no room at all would be to everybody.
      if (accountIds.length > 0) io.to(accountIds.map(accountRoom)).emit(push, payload)
    },
    toRoom(room, push, payload, { accountIds, parts } = { accountIds: [], parts: [] }) {
      io.to(room)
        .except([...accountIds.map(accountRoom), ...parts])
        .emit(push, payload)
    },
    toEveryone: (push, payload) => void io.emit(push, payload),
    letIn: (name, judge) => void judges.set(name, judge as Judge),
    hear: (signal, listener) => void listeners.set(signal, listener as Listener),
    membersIn(prefix) {
      const found = new Map<string, Map<string, Seated>>()
      for (const [socket, { accountId, country }] of seats)
        for (const room of socket.rooms) {
          if (!room.startsWith(prefix)) continue
          if (!found.has(room)) found.set(room, new Map())
          found.get(room)?.set(`${accountId} ${country}`, { accountId, country })
        }
      return new Map([...found].map(([room, seated]) => [room, [...seated.values()]]))
    },
    putOut(room, { accountId, country }) {
      for (const [socket, seat] of seats)
        if (seat.accountId === accountId && seat.country === country && socket.rooms.has(room)) seat.joining.putOut(room)
    },
    async disconnect(accountId, sessionId) {
      const room = sessionId ? sessionRoom(sessionId) : accountRoom(accountId)
      io.local.in(room).disconnectSockets(true)
      if (!fanOut) return
      // The adapter keeps to itself that it could not tell the others.
      const before = fanOut.lost
      const told: unknown = io.of('/').adapter.disconnectSockets({ rooms: new Set([room]), except: new Set(), flags: {} }, true)
      await told
      if (fanOut.lost !== before) throw new RedisAway()
    },
    get connections() {
      return server ? io.engine.clientsCount : 0
    },
    async close() {
      fanOut?.close()
      // Connections break, and nobody is told to go: whoever is told so does not come again, and another process may be there already.
      if (server) await io.close()
      else await io.of('/').adapter.close()
    },
  }
}

const accountRoom = (accountId: string) => `account:${accountId}`
const sessionRoom = (sessionId: string) => `session:${sessionId}`

function leaveRooms(socket: Socket): void {
  for (const room of socket.rooms) if (/^(account|session):/.test(room)) void socket.leave(room)
}

/** True at most twice in a second. */
function sparing(): () => boolean {
  let [left, since] = [2, 0]
  return () => {
    const now = performance.now()
    if (now - since > 1000) [left, since] = [2, now]
    return left-- > 0
  }
}

interface Alarm {
  cancel(): void
}

/** More than a timer can wait: it would go off at once. */
const longestWaitMs = 2 ** 31 - 1

/** Does it at that time: a session that runs out is asked about by nobody else. */
function at(when: Date, act: () => void): Alarm {
  let timer: NodeJS.Timeout
  const wait = () => {
    const leftMs = when.getTime() - Date.now()
    timer = setTimeout(leftMs > longestWaitMs ? wait : act, Math.min(Math.max(0, leftMs), longestWaitMs)).unref()
  }
  wait()
  return { cancel: () => clearTimeout(timer) }
}

function handshakeToken({ handshake }: Socket): string | undefined {
  const { token } = handshake.query
  if (typeof token === 'string' && token) return token
  const cookie = parseCookie(handshake.headers.cookie ?? '', '; ')['token']
  return typeof cookie === 'string' ? cookie : undefined
}
