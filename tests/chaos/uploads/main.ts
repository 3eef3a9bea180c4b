/**
 * 500 uploads of one user at a time against their quota, while the service is killed now and then: `npm run chaos:uploads`.
 * Takes `--seconds 60`, `--seed N` and `--database sqlite|pg|mysql`, of the server that DB_HOST and its kin name. Ends with 1
 * where more is stored than the quota allows, an acknowledged file is missing, or a listed one does not have its content.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, say } from '../conversations/command.js'
import { ServiceProcess } from '../../tools/service_process/service_process.js'
import { UploadRound } from './upload_round.js'

const SETTINGS = { STORAGE_PER_USER: '2mb', RATE_LIMIT_PER_SECOND: '100000' }

await command('uploads', async ({ seconds, seed }, env) => {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-uploads-'))
  const service = await ServiceProcess.start(folder, () => ({ ...env, ...SETTINGS }))
  const end = performance.now() + seconds * 1000
  let [rounds, stored, faults] = [0, 0, 0]
  try {
    do {
      const round = new UploadRound(service, seed + rounds++, 2 * 1024 * 1024)
      const { files, found } = await round.run()
      for (const fault of found) say(`✘ ${fault}`)
      stored += files
      faults += found.length
    } while (performance.now() < end)
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true })
  }
  return { done: `${stored} files in ${rounds} rounds`, faults }
})
