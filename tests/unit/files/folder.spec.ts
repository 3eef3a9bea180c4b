import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folder } from '#plugins/files/main'
import { storageConformance } from '../../helpers/conformance/storage_conformance.js'

storageConformance('a folder', async () => {
  const path = await mkdtemp(join(tmpdir(), 'chancery-folder-'))
  const driver = (await folder(path).resolver())()
  return { driver, close: () => rm(path, { recursive: true }) }
})
