/**
 * The floor of messaging: a bare `ws` server that speaks the same frames to whoever comes, without sessions, members
 * or other nodes. `?durable=1` stores messages with `pg`, in batches as the service does, before it acknowledges.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { WebSocketServer, type WebSocket } from 'ws'

interface Send {
  id: string
  conversationId: number
  clientMessageId: string
  content: unknown
}

interface Waiting {
  socket: WebSocket
  userId: number
  send: Send
}

const BATCH = 256
const lanes = [0, 1].map(() => ({ waiting: [] as Waiting[], running: false }))
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: lanes.length })
const members = new Map<number, Set<WebSocket>>()
const memory = new Map<number, number>()
let ids = 0

const BUMP = `
  with counts as (select * from unnest($1::int[], $2::int[]) as c(id, messages))
  update conversations set last_seq = last_seq + counts.messages, last_message_at = $3
  from counts where conversations.id = counts.id returning conversations.id, last_seq`

const INSERT = `
  insert into conversation_entries (kind, content_type, conversation_id, seq, client_message_id, actor_id, content, created_at)
  select 'message', 'text', m.*, $6::timestamptz from unnest($1::int[], $2::int[], $3::text[], $4::int[], $5::text[]) as m
  returning conversation_id, seq, id`

async function store(batch: Waiting[]): Promise<void> {
  const client = await pool.connect()
  const at = new Date().toISOString()
  await client.query('begin')
  const seqs = await numbered(client, batch, at)
  const { rows } = await client.query({
    name: 'insert',
    text: INSERT,
    values: [
      batch.map(({ send }) => send.conversationId),
      seqs,
      batch.map(({ send }) => send.clientMessageId),
      batch.map(({ userId }) => userId),
      batch.map(({ send }) => JSON.stringify(send.content)),
      at,
    ],
  })
  await client.query('commit')
  client.release()
  batch.forEach((one, index) => deliver(one, seqs[index]!, rows[index].id))
}

async function numbered(client: pg.PoolClient, batch: Waiting[], at: string): Promise<number[]> {
  const counts = new Map<number, number>()
  for (const { send } of batch)
    counts.set(send.conversationId, (counts.get(send.conversationId) ?? 0) + 1)
  const { rows } = await client.query({
    name: 'bump',
    text: BUMP,
    values: [[...counts.keys()], [...counts.values()], at],
  })
  const last = new Map<number, number>(
    rows.map(({ id, last_seq: lastSeq }) => [id, lastSeq - counts.get(id)!])
  )
  return batch.map(({ send }) => {
    const seq = last.get(send.conversationId)! + 1
    last.set(send.conversationId, seq)
    return seq
  })
}

async function run(lane: (typeof lanes)[number]): Promise<void> {
  lane.running = true
  await new Promise((resolve) => setImmediate(resolve))
  while (lane.waiting.length > 0) await store(lane.waiting.splice(0, BATCH))
  lane.running = false
}

function deliver({ socket, userId, send }: Waiting, seq: number, id: number): void {
  const { conversationId, clientMessageId, content } = send
  const createdAt = new Date().toISOString()
  socket.send(
    JSON.stringify({ type: 'ack', id: send.id, clientMessageId, conversationId, seq, createdAt })
  )
  const entry = {
    ...{ id, conversationId, seq, kind: 'message', actorId: userId, createdAt },
    ...{ clientMessageId, contentType: 'text', content },
  }
  const after = seq - 1
  const entries = { type: 'entries', conversationId, after, seq, entries: [entry] }
  const frame = Buffer.from(JSON.stringify(entries))
  for (const receiver of members.get(conversationId)!) receiver.send(frame, { binary: false })
}

function join(socket: WebSocket, query: URLSearchParams): void {
  const [userId, conversationId] = [Number(query.get('user')), Number(query.get('conversation'))]
  const durable = query.get('durable') === '1'
  const present = members.get(conversationId) ?? new Set()
  members.set(conversationId, present.add(socket))
  socket.on('close', () => present.delete(socket))
  socket.on('message', (data) => {
    const waiting = { socket, userId, send: JSON.parse(String(data)) as Send }
    if (durable) {
      const lane = lanes[conversationId % lanes.length]!
      lane.waiting.push(waiting)
      if (!lane.running) void run(lane)
      return
    }
    const seq = (memory.get(conversationId) ?? 0) + 1
    memory.set(conversationId, seq)
    deliver(waiting, seq, ++ids)
  })
  socket.send(JSON.stringify({ type: 'ready', userId, serverTime: new Date().toISOString() }))
}

const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket, request) =>
  join(socket, new URL(request.url ?? '/', 'ws://floor').searchParams)
)
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  process.stdout.write(`listening on ${(server.address() as AddressInfo).port}\n`)
})
