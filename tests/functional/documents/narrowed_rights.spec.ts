import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { everything, ownRowsOf } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { SessionRegistry, type User } from '#plugins/identity/main'
import { SettleShares } from '../../../app/plugins/documents/actions/settle_shares.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { NarrowedRights } from '../../../app/plugins/documents/sessions/narrowed_rights.js'
import { RightsWatch } from '../../../app/plugins/documents/sessions/rights_watch.js'
import { loggedIn, makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  configOf,
  lookingAt,
  ownerOfRows,
  staged,
  takeRights,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { until } from '../../helpers/until.js'
import { administrator, type Caller } from '../access/support/caller.js'

const review = async () => (await app.container.make(NarrowedRights)).handle()
const dropsOf = (documentId: number) =>
  DocumentLog.query().where({ documentId, action: 'session_dropped' })

interface Loss {
  title: string
  lose: (admin: Caller, user: User, stage: EditorStage) => Promise<unknown>
}

const LOSSES: Loss[] = [
  {
    title: 'their account is disabled',
    lose: (admin, { id }) => admin.must(admin.put(`users/${id}/status`, { status: 'disabled' })),
  },
  {
    title: 'their account is deleted',
    lose: (admin, { id }) => admin.must(admin.delete(`users?ids=${id}`)),
  },
  {
    title: 'an administrator ends their login',
    lose: (admin, { id }) =>
      admin.must(admin.put(`users/${id}/password`, { password: 'a wholly other password' })),
  },
  {
    title: 'a role is taken from them',
    lose: async (_admin, user, { gate }) => {
      gate.tell(user.id, null)
      await (await app.container.make(SessionRegistry)).usersChanged([user.id])
    },
  },
]

test.group('Documents | whoever may no longer be in a document', (group) => {
  const there = lookedAfter(group)
  let watch: RightsWatch | undefined
  group.setup(async () => {
    await watchAnew()
    return () => watch?.stop()
  })

  /** With the present settings, once all that was heard of so far is done. */
  async function watchAnew(): Promise<void> {
    await watch?.stop()
    watch = await app.container.make(RightsWatch)
    await watch.start()
  }

  /** Somebody edits one document and looks at another; others do so as well. */
  async function together(client: ApiClient, user?: User) {
    const [{ id, owner, config }, other] = [await staged(client), await staged(client)]
    const who = user ?? (await makeOperator())
    const open = there.stage.server.open.bind(there.stage.server)
    const mine = [await open(config), await open(await lookingAt(client, other.id))]
    const edits = await open(await configOf(client, id, who))
    edits.edit('Before they went.')
    mine[0]!.edit('And who stays.')
    const theirs = [edits, await open(await lookingAt(client, other.id, who))]
    const areIn = () => [mine, theirs].map((all) => all.map(({ isOpen }) => isOpen))
    return { id, owner, user: who, mine, theirs, areIn }
  }

  const [BOTH, NEITHER] = [Array(2).fill(true), Array(2).fill(false)]

  test('is disconnected wherever they edit or look, and nobody else is, when {title}')
    .with(LOSSES)
    .run(async ({ client, assert }, { lose }) => {
      const { id, user, mine, theirs, areIn } = await together(client)
      await lose(await administrator(client), user, there.stage)
      await until(() => theirs.every(({ isOpen }) => !isOpen))
      assert.deepEqual(areIn(), [BOTH, NEITHER])
      await mine[0]!.close()
      assert.containsSubset((await versionsOf(id))[1]!.$attributes, { placement: 'current' })
      await watchAnew()
      for (const { operatorId, detail } of await dropsOf(id)) {
        assert.isNull(operatorId)
        assert.deepEqual(detail!.userIds, [user.id])
      }
    })

  test('stays after their own logout', async ({ client, assert }) => {
    const { user, accessToken } = await loggedIn(client)
    there.stage.gate.tell(user.id, everything)
    const { areIn } = await together(client, user)
    ;(await client.post('/app/auth/logout').bearerToken(accessToken)).assertStatus(200)
    await review()
    assert.deepEqual(areIn(), [BOTH, BOTH])
  })

  test('is disconnected when they may do less than before', async ({ client, assert }) => {
    const { user, areIn } = await together(client)
    takeRights(there.stage, user, ['edit'])
    await review()
    assert.deepEqual(areIn(), [BOTH, [false, true]])
  })

  test('is disconnected once by the review, without an event', async ({ client, assert }) => {
    const { id, user, areIn } = await together(client)
    there.stage.gate.tell(user.id, ownRowsOf(user.id))
    for (let times = 0; times < 2; times++) await review()
    assert.deepEqual(areIn(), [BOTH, NEITHER])
    assert.lengthOf(await dropsOf(id), 1)
  })

  test('is disconnected later where the document server was away', async ({ client, assert }) => {
    const { user, areIn } = await together(client)
    there.stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    await watchAnew()
    await LOSSES[0]!.lose(await administrator(client), user, there.stage)
    there.stage.configure()
    await watchAnew()
    assert.deepEqual(areIn(), [BOTH, BOTH])
    await review()
    assert.deepEqual(areIn(), [BOTH, NEITHER])
  })
})

test.group('Documents | sessions under a share', (group) => {
  const there = lookedAfter(group)
  let client: ApiClient
  let owner: User
  let reader: User
  let id: number
  group.each.setup(async (one) => {
    client = one.context.client
    owner = await ownerOfRows(there.stage)
    reader = await ownerOfRows(there.stage)
    id = (await staged(client, owner)).id
  })

  const path = () => `/app/document/${id}/shares`
  async function share(level: string, more = {}): Promise<number> {
    const body = { subjectType: 'user', subjectId: reader.id, level, ...more }
    const answer = await client.post(path()).loginAs(owner).json(body)
    answer.assertStatus(200)
    return answer.body().data.id
  }
  const inside = async (user: User) => there.stage.server.open(await configOf(client, id, user))

  test('end for whoever loses a share, and keep what they wrote', async ({ assert }) => {
    const shareId = await share('edit')
    const [theirs, ours] = [await inside(reader), await inside(owner)]
    theirs.edit('Written under the share.')
    ;(await client.delete(`${path()}/${shareId}`).loginAs(owner)).assertStatus(200)
    assert.deepEqual([theirs.isOpen, ours.isOpen], [false, true])
    assert.includeMembers(await actionsOf(id), ['shared', 'unshared', 'session_dropped'])
    ours.edit('And ours.')
    assert.lengthOf(ours.texts, 2)
    assert.isTrue((await ours.close())!.saved)
  })

  test('end when the level is lowered, and not when it is raised', async ({ assert }) => {
    await share('comment')
    const commenting = await inside(reader)
    await share('edit')
    assert.isTrue(commenting.canEdit)
    await share('fill')
    assert.isFalse(commenting.canEdit)
  })

  test('end when the share does', async ({ assert }) => {
    const settle = async () => (await app.container.make(SettleShares)).all()
    await share('edit', { endsAt: new Date(clock.now() + MINUTE_MS).toISOString() })
    const editor = await inside(reader)
    await settle()
    assert.isTrue(editor.canEdit)
    clock.travel(MINUTE_MS + 1)
    await settle()
    assert.isFalse(editor.canEdit)
    assert.include(await actionsOf(id), 'share_ended')
  })
})
