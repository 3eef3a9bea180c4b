import type { Dice } from './dice.js'
import type { Person } from './person.js'

/** What acts work with. */
export interface Stage {
  readonly dice: Dice
  readonly people: readonly Person[]
  /** Messages that were acknowledged. */
  readonly sent: (MessagePlace & { clientMessageId: string; userId: number })[]
  readonly groups: { id: number; founder: Person }[]
  report(text: string): void
}

interface MessagePlace {
  conversationId: number
  seq: number
}

type Act = (stage: Stage, person: Person) => Promise<unknown>

const REACTIONS = ['👍', '🎉', '❤️', 'ok']
/** So few that changes meet each other. */
const RECENT = 12
let drafts = 0

/** Refusals that races bring about; whatever else is refused is a fault. */
const EXPECTED = [403, 404, 409, 429, 400]

async function write(stage: Stage, person: Person): Promise<void> {
  const { dice, people } = stage
  const id = dice.one(conversationsOf(person))
  const to = dice.one(people.filter(({ userId }) => userId !== person.userId))!.userId
  const where = id !== undefined && dice.chance(90) ? { conversationId: id } : { to }
  const clientMessageId = `m${++drafts}`
  const content = { text: `text ${drafts}` }
  const frame = { type: 'send', clientMessageId, contentType: 'text', content, ...where }
  for (let times = 0; times < 10; times++) {
    const answer = await person.device()?.ask(frame)
    if (answer?.type === 'ack') {
      const { conversationId, seq } = answer
      stage.sent.push({ conversationId, seq, clientMessageId, userId: person.userId })
      if (dice.chance(10)) await repeat(stage, person, frame, { conversationId, seq })
      return
    }
    if (answer && answer.code < 500) return expect(stage, answer, 'send')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** A message that is stored is answered with where it went. */
async function repeat(
  stage: Stage,
  person: Person,
  frame: object,
  { conversationId, seq }: MessagePlace
): Promise<void> {
  const answer = await person.device()?.ask(frame)
  if (answer?.type !== 'ack') return
  if (answer.conversationId !== conversationId || answer.seq !== seq)
    stage.report(
      `${conversationId}/${seq}, sent again, became ${answer.conversationId}/${answer.seq}`
    )
}

/** One of the last, by whoever wrote it or by anybody. The same frame sometimes goes twice. */
async function changeMessage(stage: Stage, anybody: Person, frame: object): Promise<void> {
  const { dice, people, sent } = stage
  const place = dice.one(sent.slice(-RECENT))
  if (!place) return
  const { conversationId, seq, userId } = place
  const author = people.find((person) => person.userId === userId)!
  const person = dice.chance(70) ? author : anybody
  const times = dice.chance(10) ? 2 : 1
  for (let count = 0; count < times; count++) {
    const answer = await person.device()?.ask({ ...frame, conversationId, seq })
    if (answer && answer.type !== 'ack') expect(stage, answer, JSON.stringify(frame))
  }
}

const edit: Act = (stage, person) => {
  const clientMessageId = `e${++drafts}`
  return changeMessage(stage, person, {
    ...{ type: 'edit', clientMessageId },
    content: { text: `edited ${drafts}` },
  })
}
const recall: Act = (stage, person) => changeMessage(stage, person, { type: 'recall' })
const react: Act = (stage, person) => {
  const { dice } = stage
  return changeMessage(stage, person, {
    ...{ type: 'react', reaction: dice.one(REACTIONS), on: dice.chance(70) },
  })
}
const pin: Act = (stage, person) =>
  changeMessage(stage, person, { type: 'pin', on: stage.dice.chance(60) })

const read: Act = async ({ dice }, person) => {
  const device = person.device()
  const [id, known] = dice.one([...(device?.known ?? [])]) ?? []
  if (known) await device!.ask({ type: 'read', conversationId: id, seq: known.position })
}

const history: Act = async ({ dice }, person) => {
  const device = person.device()
  const id = dice.one([...(device?.known.keys() ?? [])])
  if (id !== undefined) await device!.openHistory(id)
}

const found: Act = async (stage, person) => {
  const others = stage.people.filter(() => stage.dice.chance(50))
  const memberIds = others.map(({ userId }) => userId)
  const group = { name: `group ${++drafts}`, memberIds }
  const made = await http(stage, person, 'POST', 'conversations', group)
  if (made) stage.groups.push({ id: (made as { id: number }).id, founder: person })
}

const rename: Act = (stage, person) =>
  inGroup(stage, person, 'PUT', () => ['', { name: `group ${++drafts}` }])
const add: Act = (stage, person) =>
  inGroup(stage, person, 'POST', (other) => ['/members', { userIds: [other] }])
const remove: Act = (stage, person) =>
  inGroup(stage, person, 'DELETE', (other) => [`/members/${other}`, undefined])
const leave: Act = (stage, person) => inGroup(stage, person, 'POST', () => ['/leave', {}])
const appoint: Act = (stage, person) =>
  inGroup(stage, person, 'PUT', (other) => [
    `/members/${other}/role`,
    { role: stage.dice.chance(70) ? 'admin' : 'member' },
  ])

const cut: Act = async ({ dice }, person) => dice.one(person.devices)!.cut()
const replace: Act = async (_, person) => person.replaceDevice()

/** Each with how often it is drawn. */
export const ACTS: readonly (readonly [Act, number])[] = [
  ...([[write, 60] as const, [edit, 10], [recall, 4], [react, 10], [pin, 4]] as const),
  ...([[read, 6] as const, [history, 6], [found, 1], [rename, 2], [add, 5]] as const),
  ...([[remove, 4] as const, [leave, 1], [appoint, 2], [cut, 3], [replace, 1]] as const),
]

function conversationsOf(person: Person): number[] {
  const device = person.device()
  return [...(device?.known.keys() ?? [])].filter((id) => !device!.gone.has(id))
}

/** By its founder, who mostly may do it, or by anybody. */
async function inGroup(
  stage: Stage,
  anybody: Person,
  method: string,
  call: (other: number) => [string, object | undefined]
): Promise<void> {
  const group = stage.dice.one(stage.groups)
  if (!group) return
  const person = stage.dice.chance(60) ? group.founder : anybody
  const [path, body] = call(stage.dice.one(stage.people)!.userId)
  await http(stage, person, method, `conversations/${group.id}${path}`, body)
}

/** What was answered; nothing where it was refused. */
async function http(
  stage: Stage,
  person: Person,
  method: string,
  path: string,
  body?: object
): Promise<unknown> {
  const { status, told, data } = await person.session.ask(method, `/app/im/${path}`, body)
  if (status === 200) return data
  expect(stage, { code: status, message: told }, `${method} ${path}`)
}

function expect(stage: Stage, answer: { [member: string]: any }, what: string): void {
  if (!EXPECTED.includes(answer.code ?? 0))
    stage.report(`${what} was answered ${answer.code}: ${answer.message}`)
}
