import { setImmediate } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { dialectOf } from '#kernel/database/dialect'
import { ERASED_NAME } from '#kernel/personal_data/erased_name'
import { editorIdOf, userIdIn } from '../editor/editor_ids.js'
import { isNamed } from '../versions/same_change.js'

/** As `JSON.stringify` writes somebody's number: all these texts are of it. A quote within a text has a backslash before. */
function waysOfWriting(id: number): { as: string; ends: readonly string[] }[] {
  return [
    { as: `"id":"${id}"`, ends: [''] },
    { as: `"id":"${editorIdOf(id)}"`, ends: [''] },
    { as: `"id":${id}`, ends: [',', '}'] },
  ]
}

/** MySQL takes many times as long to look for letters in whatever case. */
function bytesOf(): string {
  return dialectOf(db.connection()) === 'mysql' ? 'cast(?? as binary)' : '??'
}

/** As long as what it is put in place of: for anything shorter MySQL moves all the rest of the text, each time. */
const BLANK = ' '

/** Keeps the rows whose text has the number of this person: quick, for most have not. */
export function sayingThem(
  rows: DatabaseQueryBuilderContract,
  column: string,
  userId: number
): void {
  for (const { as, ends } of waysOfWriting(userId))
    for (const end of ends) void rows.orWhereRaw(`${bytesOf()} like ?`, [column, `%${as}${end}%`])
}

/**
 * Keeps the rows whose text has the number of this person, but for where their name is put away beside it already: the
 * database looks, and what needs no change is not read. It keeps some that need none where the two are further apart.
 */
export function namingThem(
  rows: DatabaseQueryBuilderContract,
  column: string,
  userId: number
): void {
  const name = `,"name":${JSON.stringify(ERASED_NAME)}`
  void rows.where((named) => {
    for (const { as, ends } of waysOfWriting(userId))
      for (const end of ends)
        void named.orWhereRaw(`replace(${bytesOf()}, ?, ?) like ?`, [
          column,
          as + name,
          BLANK.repeat(as.length + name.length),
          `%${as}${end}%`,
        ])
  })
}

/** `null` where nothing is to change. The text may be long: others have their turn in between. */
export async function withoutName(text: string, userId: number): Promise<string | null> {
  const told: unknown = JSON.parse(text)
  await setImmediate()
  if (!putAway(told, String(userId))) return null
  await setImmediate()
  return JSON.stringify(told)
}

/** @returns whether it stood anywhere */
function putAway(value: unknown, userId: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  let isChanged = false
  for (const one of Object.values(value)) if (putAway(one, userId)) isChanged = true
  if (!isNamed(value) || userIdIn(String(value.id)) !== userId || value.name === ERASED_NAME)
    return isChanged
  value.name = ERASED_NAME
  return true
}
