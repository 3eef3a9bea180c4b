import { join } from 'node:path'
import { ROOT, projectNode } from '../runtime.js'
import { withLock } from './lock.js'
import { installLocked } from './npm.js'
import { bringNode, isNodeReady } from './own_node.js'
import { packagesMatch } from './packages.js'
import { withProgress } from './progress.js'

const arePackagesReady = () => packagesMatch(join(ROOT, 'package-lock.json'), ROOT)

/** Node.js and the packages, as the lock files say. Costs some milliseconds when they are there. */
export async function ensureDependencies() {
  if (isNodeReady() && arePackagesReady()) return
  await withLock(async () => {
    if (!isNodeReady()) await bringNode()
    if (!arePackagesReady()) await bringPackages()
  })
}

function bringPackages() {
  return withProgress('Installing packages', () => installLocked(ROOT, { node: projectNode() }))
}
