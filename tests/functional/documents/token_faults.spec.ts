import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { signToken } from '../../fakes/document_server/tokens.js'
import { EDITOR_SECRET, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'

const MINUTE = 60_000
const DAY = 86_400_000

test.group('Documents | why a token is refused', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => () => clock.restore())

  async function session(client: ApiClient) {
    const { config } = await staged(client)
    const { pathname, searchParams } = new URL(config.editorConfig.callbackUrl!)
    const payload = { key: config.document.key, status: 4 }
    return { config, pathname, token: searchParams.get('token')!, payload }
  }

  test('tell a callback’s expired signature from a wrong one', async ({ client }) => {
    const { pathname, token, payload } = await session(client)
    const send = (body: object, authorization = '') =>
      client.post(pathname).qs({ token }).header('authorization', authorization).json(body)

    const late = signToken(payload, EDITOR_SECRET, Date.now() - 10 * MINUTE)
    const expired = await send({ ...payload, token: late })
    expired.assertStatus(403)
    expired.assertTextIncludes('has expired; set the clocks')

    const forged = signToken(payload, 'the secret of somebody else, long enough', Date.now())
    const wrong = await send({ ...payload, token: forged })
    wrong.assertStatus(403)
    wrong.assertTextIncludes('is wrong; set the same secret')

    const header = signToken({ payload }, EDITOR_SECRET, Date.now() - 10 * MINUTE)
    const inHeader = await send(payload, `Bearer ${header}`)
    inHeader.assertStatus(403)
    inHeader.assertTextIncludes('header has expired')
  })

  test('tell an expired URL from one without a token and from a forged one', async ({ client }) => {
    const { config, pathname, token, payload } = await session(client)
    const content = new URL(config.document.url)
    const callback = (given: string) => client.post(pathname).qs({ token: given }).json(payload)
    const fetched = (given: string) => client.get(content.pathname).qs({ token: given })

    for (const ask of [callback, fetched]) {
      ;(await ask('')).assertBodyContains({ message: 'The token is missing' })
      ;(await ask('a.b.c')).assertBodyContains({ message: 'The token is invalid, or not for this' })
    }
    clock.travel(31 * DAY)
    const late = [await callback(token), await fetched(content.searchParams.get('token')!)]
    for (const answer of late) {
      answer.assertStatus(403)
      answer.assertBodyContains({ message: 'The token has expired; open the document again' })
    }
  })
})
