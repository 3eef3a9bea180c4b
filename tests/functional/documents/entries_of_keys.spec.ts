import { test } from '@japa/runner'
import fc from 'fast-check'
import { DateTime } from 'luxon'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { entriesOfKey } from '../../../app/plugins/documents/sessions/entries_of_key.js'
import { movesOfKey, type Moves } from '../../../app/plugins/documents/sessions/moves_of_key.js'
import { editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'

const ACTIONS = ['editing_started', 'editing_left'] as const

const second = fc.nat(9)
const entry = fc.record({
  action: fc.constantFrom(...ACTIONS, 'saved' as const),
  operatorId: fc.constantFrom(null, 1, 2, 3),
  second,
  of: fc.constantFrom('this', 'another'),
})
const asked = fc.record({
  from: fc.option(second),
  after: fc.option(second),
  until: fc.option(second),
  userIds: fc.option(fc.subarray([null, 1, 2, 3]), { nil: undefined }),
})

const BEGUN = DateTime.fromISO('2026-03-01T10:00:03.250Z', { zone: 'utc' })
const at = (moment: number | null) => (moment === null ? null : BEGUN.plus({ seconds: moment - 3 }))

test.group('Documents | entries of keys', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  test('are those that name it', async ({ client, assert }) => {
    const { id: documentId, config } = await staged(client)
    const key = await DocumentKey.findByOrFail({ editorKey: config.document.key })
    await key.merge({ createdAt: BEGUN }).save()
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 25 }), asked, async (noted, wanted) => {
        await DocumentLog.query().where({ documentId }).delete()
        await DocumentLog.createMany(
          noted.map(({ action, operatorId, second: moment, of }) => ({
            ...{ documentId, action, operatorId, createdAt: at(moment)! },
            detail: { keyId: of === 'this' ? key.id : key.id + 1 },
          }))
        )
        const [from, after, until] = [at(wanted.from), at(wanted.after), at(wanted.until)]

        const all = await DocumentLog.query().where({ documentId }).orderBy('id')
        const its = all
          .filter(({ action }) => (ACTIONS as readonly string[]).includes(action))
          .filter(({ createdAt }) => createdAt >= (from ?? BEGUN))
          .filter(({ createdAt }) => !after || createdAt > after)
          .filter(({ createdAt }) => !until || createdAt <= until)
          .filter(({ detail }) => detail!.keyId === key.id)
        const found = await Array.fromAsync(
          entriesOfKey(key, { actions: ACTIONS, from, after, until })
        )
        assert.deepEqual(idsOf(found), idsOf(its).toReversed())

        const { userIds } = wanted
        const theirs = its.filter(({ operatorId }) => !userIds || userIds.includes(operatorId))
        const moves = await movesOfKey(key, { from, after, until, userIds })
        assert.deepEqual(moves, counted(theirs))
      }),
      { numRuns: 60 }
    )
  }).timeout(60_000)
})

const idsOf = (entries: readonly DocumentLog[]) => entries.map(({ id }) => id)

function counted(entries: readonly DocumentLog[]): Moves[] {
  const byPerson = Map.groupBy(entries, ({ operatorId }) => operatorId)
  return [...byPerson].map(([userId, theirs]) => {
    const comings = theirs.filter(({ action }) => action === 'editing_started')
    return {
      userId,
      comings: comings.length,
      leavings: theirs.length - comings.length,
      first: theirs[0]!.id,
      last: theirs.at(-1)!.id,
      lastComing: comings.at(-1)?.id ?? 0,
      cameAt: Math.max(0, ...comings.map(({ createdAt }) => +createdAt)),
    }
  })
}
