import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { emptyOdt } from '../../fakes/document_server/conversion.js'
import { makeOperator } from '../../helpers/accounts.js'
import { versionsOf, goingOn } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { sweep } from '../../helpers/lost_saves.js'
import { until } from '../../helpers/until.js'

test.group('Documents | the late retry of an older save is lost', (group) => {
  const there = lookedAfter(group)
  group.each.teardown(() => {
    delete there.stage.server.faults.output
    there.courier.holds = () => false
  })

  async function opened(client: ApiClient, format: string) {
    if (format === 'docx') return there.twoPeople(client)
    const [ann, bob] = [await makeOperator(), await makeOperator()]
    const created = await client
      .post('/app/document')
      .loginAs(ann)
      .file('file', Buffer.from(emptyOdt()), { filename: 'notes.odt' })
      .field('title', 'Notes')
    const { id } = created.body().data as { id: number }
    const open = async (user: User) =>
      there.stage.server.open(await goingOn(there.stage, client, id, user))
    return { id, ann, bob, open }
  }

  /** Ann's last save is refused once; then Bob writes under the same key, and his is refused as well. */
  async function refusedTwice(client: ApiClient, format: string, betweenMs: number) {
    const { courier } = there
    const { id, ann, bob, open } = await opened(client, format)
    const anns = await open(ann)
    anns.edit('Ann.')
    there.stage.server.faults.output = 'unavailable'
    courier.holds = ({ status, attempt }, at) => status === 2 && at === 'turn' && attempt === 2
    const annsEnd = anns.close()
    await until(() => courier.held.length === 1)
    clock.travel(betweenMs)
    const bobs = await open(bob)
    bobs.edit('Bob.')
    clock.travel(betweenMs)
    const bobsEnd = bobs.close()
    await until(() => courier.held.length === 2)
    clock.travel(betweenMs)
    const [annsTurn, bobsTurn] = [...courier.held]
    return { id, ann, bob, annsEnd, bobsEnd, annsTurn: annsTurn!, bobsTurn: bobsTurn! }
  }

  /** Ann's is lost while Bob's is on its way, and all that is changed under the key deleted. */
  async function loseAnns(client: ApiClient, format: string, betweenMs: number) {
    const { courier } = there
    const refused = await refusedTwice(client, format, betweenMs)
    courier.holds = ({ status }, at) => status === 2 && at === 'way'
    refused.bobsTurn.release()
    await until(() => courier.held.some(({ stage }) => stage === 'way'))
    courier.holds = () => false
    courier.fate = () => 'request_lost'
    refused.annsTurn.release()
    await refused.annsEnd
    for (const one of [...courier.held]) one.release('request_lost')
    await refused.bobsEnd
    return brought(refused)
  }

  /** Bob's is lost, with all that Ann wrote in it. */
  async function loseBobs(client: ApiClient, format: string, betweenMs: number) {
    const refused = await refusedTwice(client, format, betweenMs)
    there.courier.holds = () => false
    refused.bobsTurn.release()
    await refused.bobsEnd
    refused.annsTurn.release()
    await refused.annsEnd
    return brought(refused)
  }

  async function brought<Refused extends { id: number }>(refused: Refused) {
    there.courier.fate = () => 'delivered'
    delete there.stage.server.faults.output
    const { recovered } = await sweep()
    const version = (await versionsOf(refused.id)).at(-1)!
    await there.sweeps(4)
    return { ...refused, recovered, version }
  }

  const isToldOf = ({ id }: User, no: number) =>
    there.notices.toldTo(id).some(({ title, body }) => {
      return title === 'A save of yours was brought back' && body.includes(`version ${no}`)
    })

  const isToldOfRefused = (user: User) =>
    there.toldOfLoss(user).some(({ body }) => body.includes('could not be taken'))

  for (const format of ['docx', 'odt'])
    for (const betweenMs of [0, 2_000, MINUTE_MS]) {
      test(`put it down to nobody else, and owe the newer one: .${format}, ${betweenMs} ms apart`, async ({
        client,
        assert,
      }) => {
        const { ann, bob, recovered, version } = await loseAnns(client, format, betweenMs)
        assert.equal(recovered, 1)
        const isShown = format === 'docx' && betweenMs > 0
        assert.equal(version.authorId, isShown ? ann.id : null)
        for (const user of [ann, bob]) assert.isTrue(isToldOf(user, version.no))
        assert.isTrue(isToldOfRefused(bob))
        assert.isFalse(isToldOfRefused(ann))
      })

      test(`know the newer one where that is lost: .${format}, ${betweenMs} ms apart`, async ({
        client,
        assert,
      }) => {
        const { ann, bob, recovered, version } = await loseBobs(client, format, betweenMs)
        assert.equal(recovered, 1)
        const isShown = format === 'docx' && betweenMs > 2_000
        if (isShown) assert.equal(version.authorId, bob.id)
        else assert.include([bob.id, null], version.authorId!)
        for (const user of [ann, bob]) assert.isTrue(isToldOf(user, version.no))
        if (isShown) assert.isFalse(isToldOfRefused(bob))
        assert.isFalse(isToldOfRefused(ann))
      })
    }
})
