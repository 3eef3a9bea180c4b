import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { ownRowsOf } from '#kernel/data_scope/reach'
import { E_TOO_MANY_REQUESTS } from '#kernel/http/errors'
import { actAsOperator } from '#kernel/operator/acting'
import { packageDigest, trustedBounds } from '#plugins/files/main'
import { OutputDownload } from '../../../app/plugins/documents/editor/output_download.js'
import { freshName } from '../../helpers/accounts.js'
import { editorStage, type EditorStage } from '../../helpers/editor_stage.js'
import { growingPackage } from '../../helpers/growing_packages.js'
import { wordBytes } from '../../helpers/packages.js'

/** More than one person may have under way and waiting. */
const CROWD = 502
const ID = 1_000_001

test.group('Documents | too many packages to be looked into', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  test('take a file for damaged by none of them', async ({ assert, cleanup }) => {
    const path = join(tmpdir(), `${freshName('crowd')}.docx`)
    await writeFile(path, growingPackage('text', 1))
    cleanup(() => rm(path))
    const download = await app.container.make(OutputDownload)
    const left = new AbortController()
    const operator = { id: ID, username: 'a', nickname: 'A', departmentId: null, sessionId: null }
    const [reach, hangUp] = [ownRowsOf(ID), () => left.signal]
    await actAsOperator({ operator, permission: null, reach, roles: [], hangUp }, async () => {
      const digest = () => packageDigest(path, trustedBounds(1024 ** 3))
      const crowd = Promise.allSettled(Array.from({ length: CROWD }, digest))
      const url = stage.server.offer(wordBytes('text'), 'docx')
      await assert.rejects(() => download.fetch(url, 'docx'), E_TOO_MANY_REQUESTS)
      await assert.rejects(() => download.fetchAny(url), E_TOO_MANY_REQUESTS)
      left.abort(new Error('gone'))
      await crowd
    })
  })
})
