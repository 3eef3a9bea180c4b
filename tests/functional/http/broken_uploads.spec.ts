import { test } from '@japa/runner'
import { loggedIn } from '#tests/helpers/accounts'
import { baseUrl } from '#tests/helpers/download'
import { openGate } from '#tests/helpers/open_gate'

const BOUNDARY = 'broken'
const part = (disposition: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nhalf a fi`

test.group('HTTP | uploads that break off', (group) => {
  group.setup(() => openGate().shut)

  for (const [name, disposition] of [
    ['in the file', 'name="file"; filename="a.txt"'],
    ['in a file of an unknown field', 'name="other"; filename="a.txt"'],
    ['in a text field', 'name="title"'],
  ] as const) {
    test(`refuse one that breaks off ${name}, and go on serving`, async ({ client, assert }) => {
      const { accessToken } = await loggedIn(client)
      const headers = {
        'authorization': `Bearer ${accessToken}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      }
      const url = `${baseUrl()}/app/files`
      const answer = await fetch(url, { method: 'POST', headers, body: part(disposition) })
      assert.include([400, 422], answer.status)
      ;(await client.get('/actuator/health')).assertStatus(200)
    })
  }
})
