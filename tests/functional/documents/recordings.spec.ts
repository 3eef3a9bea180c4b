import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { editorIdOf } from '../../../app/plugins/documents/editor/editor_ids.js'
import { haveRecordings, recording } from '../../unit/document_server/support/recordings.js'
import { configOf, documentOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { wordBytes } from '../../helpers/packages.js'

const SCENARIOS = ['s01', 's02', 's04', 's05', 's06', 's12', 's13', 's16', 's20', 's27', 's29']

/** Callbacks that the real document server sent, set EDITOR_TRACES_DIR to the folder of recordings. */
test.group('Documents | recordings of the document server', (group) => {
  const there = lookedAfter(group)

  type Made = Awaited<ReturnType<typeof staged>>

  /** A recorded callback as it would be sent to us: our key, our user, our files. */
  function ours(told: Record<string, unknown>, key: string, { owner }: Made) {
    const { url, changesurl, ...rest } = told
    const path = typeof url === 'string' ? new URL(url).pathname : null
    const bytes = path ? wordBytes(path) : null
    const actions = (rest.actions as object[] | undefined)?.map((action) => ({
      ...action,
      userid: editorIdOf(owner.id),
    }))
    const users = (rest.users as unknown[] | undefined)?.map(() => editorIdOf(owner.id))
    const folder = path && createHash('sha256').update(`${key}${path}`).digest('hex').slice(0, 12)
    const offered = bytes && { url: there.stage.server.offer(bytes, 'docx', folder!) }
    return { bytes, payload: { ...rest, ...offered, key, users, actions } as never }
  }

  /** A new key of a recording is the document opened once more, or another document where nothing was saved. */
  async function callbackOf(client: ApiClient, made: Made) {
    const config = await configOf(client, made.id, made.owner)
    return { key: config.document.key, callbackUrl: config.editorConfig.callbackUrl! }
  }

  for (const scenario of SCENARIOS) {
    test(`take what was sent in ${scenario}, and keep every file of it`, async ({
      client,
      assert,
    }) => {
      const made = await staged(client)
      const openings = new Map<unknown, Awaited<ReturnType<typeof callbackOf>>>()
      const delivered = new Set<string>()
      for (const { dir, method, bodyTokenDecoded } of recording(scenario)) {
        if (dir !== 'docserver->host' || method !== 'POST') continue
        const told = bodyTokenDecoded!.verified
        const opening = openings.get(told.key) ?? (await callbackOf(client, made))
        openings.set(told.key, opening)
        const { bytes, payload } = ours(told, opening.key, made)
        const { reply } = await there.stage.server.sendCallback({ ...opening, payload })
        assert.equal(reply!.status, 200, scenario)
        assert.equal(JSON.parse(reply!.body).error, told.status === 3 ? 1 : 0)
        if (bytes) delivered.add(createHash('sha256').update(bytes).digest('hex'))
        if (told.status === 2) assert.notEqual((await documentOf(made.id)).sessionKey, opening.key)
      }
      const kept = (await versionsOf(made.id)).map(({ sha256 }) => sha256)
      assert.includeMembers(kept, [...delivered])
      assert.lengthOf(kept, 1 + delivered.size)
    }).skip(!haveRecordings, 'EDITOR_TRACES_DIR names no folder of recordings')
  }
})
