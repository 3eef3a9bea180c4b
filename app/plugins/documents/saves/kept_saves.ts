import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import DocumentVersion from '../models/document_version.js'
import { contributorsOf } from '../notices/contributors.js'
import { historyIn } from '../versions/version_history.js'
import {
  begunWith,
  orderOf,
  partingOf,
  type Parting,
  type SaveOrder,
  type SaveTrace,
} from '../versions/save_order.js'
import { isOutdoneBy } from './overtaken.js'
import type { LackedWork } from './lacked_work.js'
import { hasContentOf } from './same_content.js'

/** What a session has saved already, beside a save that comes. */
export interface KeptSaves {
  /** Newest first, without their histories. */
  versions: readonly DocumentVersion[]
  /** Of the save against each. */
  orders: readonly SaveOrder[]
  /** What it lacks of each. */
  lacked: readonly LackedWork[]
  /** Whether one of them is no older than the save, and begins with all its changes or has the same content. */
  isCarried: boolean
  /** So many of the changes that the save carries were saved before, as work of people who had the right to it. */
  before: number
}

/** So many of a session's versions are compared, and the last that became present: older ones may have come after it. */
const COMPARED = 10

type Transaction = TransactionClientContract

/** With its content, once it is fetched. */
type ComparedSave = SaveTrace & Partial<Pick<DocumentVersion, 'sha256' | 'contentDigest'>>

/** Histories may be long: they are looked at one after the other. */
export async function keptBeside(
  save: ComparedSave,
  editorKey: string,
  trx?: Transaction
): Promise<KeptSaves> {
  const versions = await comparedOf(editorKey, trx)
  const orders: SaveOrder[] = []
  const lacked: LackedWork[] = []
  let before: number | null = null
  let isCarried = false
  const isUntouched = versions.every(isUndone)
  for (const version of versions) {
    const trace = await traceOf(version, trx)
    const order = orderOf(save, trace)
    orders.push(order)
    lacked.push(isUntouched ? NOTHING : whoseIn(partingOf(save, trace)))
    isCarried ||= isOutdoneBy(order) && holds({ version, trace }, save)
    if (!version.unpermitted) before ??= begunWith(save, trace)
  }
  return { versions, orders, lacked, isCarried, before: before ?? 0 }
}

const NOTHING: LackedWork = { people: [], next: null, instead: [], isAnew: false }

/**
 * In one whose archive holds no change all had been taken back, and its history names who did that. It is believed while nothing
 * else of its session was saved: what the document server has lost looks the same.
 */
export function isUndone({ changesSize }: Pick<DocumentVersion, 'changesSize'>): boolean {
  return changesSize === 0
}

function whoseIn({ lacked, instead, isAnew }: Parting): LackedWork {
  const peopleIn = (changes: readonly unknown[]) =>
    contributorsOf({ authorId: null, history: { changes } })
  return {
    people: peopleIn(lacked),
    next: peopleIn(instead.slice(0, 1))[0] ?? null,
    instead: peopleIn(instead),
    isAnew,
  }
}

function holds(
  { version, trace }: { version: DocumentVersion; trace: SaveTrace },
  save: ComparedSave
): boolean {
  return begunWith(trace, save) !== null || hasContentOf(save, version)
}

async function comparedOf(editorKey: string, trx?: Transaction): Promise<DocumentVersion[]> {
  const newest = () => {
    return DocumentVersion.described({ client: trx }).where({ editorKey }).orderBy('no', 'desc')
  }
  const versions = await newest().limit(COMPARED)
  const present = await newest().where('beside', false).first()
  if (present && !versions.some(({ id }) => id === present.id)) versions.push(present)
  return versions
}

async function traceOf(version: DocumentVersion, trx?: Transaction): Promise<SaveTrace> {
  const { changesSize, assembledAt, changedAt, changedBy } = version
  const history = historyIn(await version.loadHistory(trx))
  const millis = (moment: DateTime | null) => moment?.toMillis() ?? null
  const times = { changedAt: millis(changedAt), changedBy: millis(changedBy) }
  return { history, changesSize, assembledAt: millis(assembledAt), ...times }
}
