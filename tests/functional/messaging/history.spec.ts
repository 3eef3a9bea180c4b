import { test } from '@japa/runner'
import { callsOf } from '#tests/helpers/messaging/calls'
import { seqsOf, upTo } from '#tests/helpers/messaging/entries'
import { online, person, text } from '#tests/helpers/messaging/people'
import { onEveryDatabase } from '#tests/helpers/on_every_database'

interface Page {
  items: { seq: number }[]
  hasBefore: boolean
  hasAfter: boolean
}

test.group('Messaging | history', (group) => {
  onEveryDatabase(group)

  test('page through it both ways and around a line, and say whether there is more', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await person()]
    let id = 0
    for (let said = 0; said < 9; said++)
      ({ conversationId: id } = await ann.peer.ask(text('x', { to: bob.user.id })))
    await ann.peer.ask({ type: 'pin', conversationId: id, seq: 9, on: true })
    const path = `conversations/${id}/messages`
    for (const [query, seqs, hasBefore, hasAfter] of [
      [{ limit: 3 }, [7, 8, 9], true, false],
      [{ limit: 3, beforeSeq: 7 }, [4, 5, 6], true, true],
      [{ limit: 3, beforeSeq: 3 }, [1, 2], false, true],
      [{ limit: 5, afterSeq: 6 }, [7, 8, 9], true, false],
      [{ limit: 2, afterSeq: 0 }, [1, 2], false, true],
      [{ limit: 4, aroundSeq: 5 }, [4, 5, 6, 7], true, true],
      [{ limit: 5, aroundSeq: 1 }, [1, 2, 3], false, true],
      [{ aroundSeq: 4 }, upTo(9), false, false],
      [{ beforeSeq: 1 }, [], false, true],
      [{ afterSeq: 99 }, [], true, false],
    ] as const) {
      const page = (await callsOf(client, bob).get(path, query)) as Page
      const found = [seqsOf(page.items), page.hasBefore, page.hasAfter]
      assert.deepEqual(found, [[...seqs], hasBefore, hasAfter], JSON.stringify(query))
    }
    const { ask } = callsOf(client, bob)
    for (const query of ['beforeSeq=1&afterSeq=1', 'limit=0', 'afterSeq=-1'])
      (await ask('get', `${path}?${query}`)).assertStatus(422)
    const { token } = await person()
    ;(await callsOf(client, { token }).ask('get', path)).assertStatus(404)
  })

  test('end a page of long messages before it is large, and bring everything', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await person()]
    let id = 0
    for (let said = 0; said < 40; said++)
      ({ conversationId: id } = await ann.peer.ask(text('x'.repeat(16_000), { to: bob.user.id })))
    const { get } = callsOf(client, bob)
    for (const [path, member] of [
      ['messages', 'items'],
      ['entries', 'entries'],
    ] as const) {
      const read: { seq: number }[] = []
      while (read.length < 40) {
        const afterSeq = read.at(-1)?.seq ?? 0
        const page = await get(`conversations/${id}/${path}`, { limit: 200, afterSeq })
        assert.isBelow(JSON.stringify(page).length, 600 * 1024)
        read.push(...page[member])
      }
      assert.deepEqual(seqsOf(read), upTo(40))
    }
    const { items } = await get('conversations')
    assert.containSubset(items[0].lastMessage, { seq: 40, content: null, contentLeftOut: true })
  })
})
