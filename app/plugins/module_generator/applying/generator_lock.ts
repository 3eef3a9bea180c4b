import { E_WRITE_FAILED, type SourceTree, takeTree } from '#kernel/source_tree/main'
import { E_GENERATOR_BUSY } from '../errors.js'

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EROFS']

/**
 * Runs `work` while nobody else changes the tree, in this process or another on this machine.
 *
 * @throws E_GENERATOR_BUSY
 * @throws E_WRITE_FAILED where the disk is full, be it that of the copies that checks run in
 */
export async function alone<Result>(
  tree: SourceTree,
  work: () => Promise<Result>
): Promise<Result> {
  try {
    return await inTurn(tree, work)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw NO_ROOM.includes(code ?? '') ? new E_WRITE_FAILED(undefined, { cause: error }) : error
  }
}

async function inTurn<Result>(tree: SourceTree, work: () => Promise<Result>): Promise<Result> {
  const giveBack = await takeTree(tree)
  if (!giveBack) throw new E_GENERATOR_BUSY()
  try {
    return await work()
  } finally {
    await giveBack()
  }
}
