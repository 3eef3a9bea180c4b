/**
 * How much memory and time the service takes to import users and to export them all, on an empty database:
 * `node bin/launch.js script tests/tools/table_memory/main.ts --thousands 500`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { highestDuring, memoryOf } from '../service_process/memory.js'
import { ServiceProcess } from '../service_process/service_process.js'

const { values } = parseArgs({ options: { thousands: { type: 'string', default: '500' } } })
const AT_ONCE = 50_000
const FILES = Math.ceil((Number(values.thousands) * 1_000) / AT_ONCE)

function usersFile(part: number): FormData {
  const lines = Array.from({ length: AT_ONCE }, (_, index) => {
    const name = `person-${part}-${index}`
    return `${name},Person ${index} of ${part},${name}@example.org,+49 30 ${index}`
  })
  const form = new FormData()
  form.set('file', new File([`username,nickname,email,phone\n${lines.join('\n')}\n`], 'users.csv'))
  return form
}

async function imported(service: ServiceProcess, part: number): Promise<number> {
  const { imported: rows } = await service.call<{ imported: number }>(
    'POST',
    '/app/system/users/import',
    usersFile(part)
  )
  return rows
}

/** Read and let go, as a client that writes it to a disk. */
async function exported(service: ServiceProcess, format: string): Promise<number> {
  const path = `/app/system/users/export?format=${format}`
  const response = await service.request('GET', path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  let bytes = 0
  for await (const chunk of response.body!) bytes += chunk.length
  return bytes
}

async function measured(
  service: ServiceProcess,
  title: string,
  work: () => Promise<number>
): Promise<void> {
  const rest = await memoryOf(service)
  const started = performance.now()
  const done = work()
  const highest = await highestDuring(service, done)
  const seconds = (performance.now() - started) / 1_000
  process.stdout.write(
    `${title}: ${await done} in ${seconds.toFixed(1)} s; ` +
      `${rest.toFixed(0)} MB at rest, ${highest.toFixed(0)} MB at most\n`
  )
}

/** By a process that has done nothing else yet: what an import has taken is not given back at once. */
async function exports(service: ServiceProcess, rows: number): Promise<void> {
  await service.kill()
  await service.restart()
  for (const format of ['csv', 'xlsx'])
    await measured(service, `export of ${rows} rows as ${format}, bytes`, () =>
      exported(service, format)
    )
}

const folder = await mkdtemp(join(tmpdir(), 'chancery-memory-'))
const service = await ServiceProcess.start(folder, () => ({ SEED_DEMO_DATA: 'false' }))
try {
  for (let part = 1; part <= FILES; part++) {
    await measured(service, `import ${part}, rows`, () => imported(service, part))
    if (part === 1) await exports(service, AT_ONCE)
  }
  await exports(service, FILES * AT_ONCE)
} finally {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}
