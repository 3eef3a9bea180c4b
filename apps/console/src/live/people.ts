import { shallowReactive } from 'vue'
import { messagingPeopleIndex, type Answered } from '@chancery/http-client'
import { chancery } from '../service'
import { t } from '../texts'

export type Person = Answered<Awaited<ReturnType<typeof messagingPeopleIndex>>>[number]

const MOST_AT_ONCE = 200
const TOGETHER_MS = 20

const people = shallowReactive(new Map<number, Person>())
/** Ids that were requested, also those that the service does not name. */
const asked = new Set<number>()
let waiting: number[] = []

export function learn(some: readonly (Person | null)[]): void {
  for (const person of some) if (person) people.set(person.id, person)
}

/** `undefined` until the person is loaded; the first call requests it. */
export function personOf(id: number): Person | undefined {
  const person = people.get(id)
  if (!person && !asked.has(id)) askFor(id)
  return person
}

export const nameOf = (id: number | null | undefined): string => {
  if (id === null || id === undefined) return t('messages.service')
  const person = personOf(id)
  return person ? person.nickname || person.username : t('messages.somebody')
}

export const avatarOf = (id: number | null | undefined): string | null =>
  id ? (personOf(id)?.avatar ?? null) : null

export function forgetPeople(): void {
  people.clear()
  asked.clear()
  waiting = []
}

function askFor(id: number) {
  asked.add(id)
  if (waiting.push(id) === 1) window.setTimeout(ask, TOGETHER_MS)
}

/** After a failure the ids are requested again when they are next shown. */
async function ask() {
  const ids = waiting.splice(0, MOST_AT_ONCE)
  if (waiting.length > 0) window.setTimeout(ask, TOGETHER_MS)
  if (ids.length === 0) return
  try {
    learn(await chancery.call(messagingPeopleIndex, { query: { ids: ids.join(',') } }))
  } catch {
    for (const id of ids) asked.delete(id)
  }
}
