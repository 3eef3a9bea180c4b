import { test } from '@japa/runner'
import logger from '@adonisjs/core/services/logger'
import { Delivery } from '../../../app/plugins/messaging/delivery/delivery.js'
import type { FanOut } from '../../../app/plugins/messaging/delivery/fan_out.js'
import type { Publication } from '../../../app/plugins/messaging/entries/publication.js'
import { rosterAfter, type Roster } from '../../../app/plugins/messaging/rosters/roster.js'
import type { Rosters } from '../../../app/plugins/messaging/rosters/rosters.js'
import { until } from '../../helpers/until.js'

const publication = (seq: number, values: Partial<Publication> = {}): Publication => ({
  ...{ conversationId: 1, seq, kind: 'message', targetSeq: null, membersSeq: 1, isStep: true },
  ...{ json: '{}', ...values },
})

const members = (...ids: number[]) => new Map(ids.map((id) => [id, 1]))
const roster: Roster = {
  ...{ conversationId: 1, type: 'group', membersSeq: 1, closed: false, members: members(1, 2) },
}

function stage({ isCached = true } = {}) {
  const frames: [after: number, ...seqs: number[]][] = []
  const rosters = {
    peek: () => (isCached ? roster : undefined),
    get: async () => roster,
    apply: () => undefined,
  } as unknown as Rosters
  const deliver: FanOut['deliver'] = ({ after, publications }) =>
    void frames.push([after, ...publications.map(({ seq }) => seq)])
  const delivery = new Delivery(rosters, { deliver } as FanOut, logger)
  const offer = (...seqs: number[]) => seqs.forEach((seq) => delivery.offer(publication(seq)))
  return { delivery, frames, offer }
}

test.group('Messaging | delivery', () => {
  test('deliver in order and at once what comes in order, and once what comes twice', ({
    assert,
  }) => {
    const { frames, offer } = stage()
    offer(1, 2, 2, 1, 3)
    assert.deepEqual(frames, [
      [0, 1],
      [1, 2],
      [2, 3],
    ])
  })

  test('put back into order what overtook, and begin where it first hears of a conversation', ({
    assert,
  }) => {
    const { frames, offer } = stage()
    offer(7, 9, 10, 8, 6)
    assert.deepEqual(
      frames.map(([, seq]) => seq),
      [7, 8, 9, 10]
    )
  })

  test('leave out what never comes, and say what comes before the next', async ({ assert }) => {
    const { frames, offer } = stage()
    offer(1, 4, 5)
    await until(() => frames.length === 3)
    assert.deepEqual(frames, [
      [0, 1],
      [3, 4],
      [4, 5],
    ])
  })

  test('keep the order while members are being read', async ({ assert }) => {
    const { frames, offer } = stage({ isCached: false })
    offer(1, 2, 3)
    await until(() => frames.length === 3)
    assert.deepEqual(
      frames.map(([, seq]) => seq),
      [1, 2, 3]
    )
  })
})

test.group('Messaging | rosters', () => {
  const change = (seq: number, kind: 'joined' | 'left' | 'changed', content: object) =>
    publication(seq, { kind, json: JSON.stringify({ content }) })

  test('follow from the one before and the entry', ({ assert }) => {
    const joined = rosterAfter(roster, change(5, 'joined', { userIds: [3] }))!
    assert.deepEqual([...joined.members, joined.membersSeq], [[1, 1], [2, 1], [3, 5], 5])
    const left = rosterAfter(roster, change(5, 'left', { userIds: [2] }))!
    assert.deepEqual([...left.members.keys()], [1])
    assert.isTrue(rosterAfter(roster, change(5, 'changed', { closed: true }))!.closed)
    assert.equal(rosterAfter(roster, publication(5)), roster)
  })

  test('are read where an entry was missed, or does not say who joined', ({ assert }) => {
    const joined = change(5, 'joined', { userIds: [3] })
    assert.isNull(rosterAfter(roster, { ...joined, membersSeq: 4 }))
    assert.isNull(rosterAfter(roster, { ...joined, isStep: false }))
  })
})
