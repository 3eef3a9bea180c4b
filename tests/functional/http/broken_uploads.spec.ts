import { test } from '@japa/runner'
import { ServiceProcess, SECRETS } from '#tests/helpers/service_process'

const BOUNDARY = 'broken'
const part = (disposition: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nhalf a fi`

test.group('HTTP | uploads that break off', (group) => {
  let service: ServiceProcess
  let headers: Record<string, string>

  group.setup(async () => {
    service = await ServiceProcess.start({ DB_CONNECTION: 'sqlite', REDIS_URL: '' })
    const credentials = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }
    const answer = await service.post('/app/auth/login', credentials)
    const { data } = (await answer.json()) as { data: { accessToken: string } }
    headers = {
      'authorization': `Bearer ${data.accessToken}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    }
    return async () => void (await service.stop())
  })

  for (const [name, disposition] of [
    ['in the file', 'name="file"; filename="a.txt"'],
    ['in a file of an unknown field', 'name="other"; filename="a.txt"'],
    ['in a file without a name', 'name="file"; filename=""'],
    ['in a file of a nameless field', 'name=""; filename="a.txt"'],
    ['in a text field', 'name="title"'],
  ] as const) {
    test(`refuse one that breaks off ${name}, and go on serving`, async ({ assert }) => {
      const body = part(disposition)
      const url = `${service.url}/app/files`
      const answer = await fetch(url, { method: 'POST', headers, body })
      assert.include([400, 422], answer.status)
      assert.equal((await service.get('/actuator/health')).status, 200)
    })
  }
})
