import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { warnOfFewOpenFiles } from '#kernel/health/main'

const limitsOf = (soft: number | string) =>
  `Limit                     Soft Limit           Hard Limit           Units
Max processes             255                  255                  processes
Max open files            ${soft}                 1048576              files
`

test.group('Health | the limit of open files', () => {
  for (const [soft, isSaid] of [
    [256, true],
    [4095, true],
    [4096, false],
    ['unlimited', false],
  ] as const)
    test(`${isSaid ? 'is warned of' : 'is not spoken of'} where it is ${soft}`, async ({
      assert,
      cleanup,
    }) => {
      const folder = await mkdtemp(join(tmpdir(), 'chancery-limits-'))
      cleanup(() => rm(folder, { recursive: true }))
      const file = join(folder, 'limits')
      await writeFile(file, limitsOf(soft))
      const said: string[] = []
      await warnOfFewOpenFiles({ warn: (_about, text) => void said.push(text) }, file)
      assert.lengthOf(said, isSaid ? 1 : 0)
      if (isSaid) assert.match(said[0]!, new RegExp(`${soft} files and sockets.*LimitNOFILE`))
    })

  test('is not spoken of where nobody knows it', async ({ assert }) => {
    const said: string[] = []
    await warnOfFewOpenFiles({ warn: (_about, text) => void said.push(text) }, '/no/such/limits')
    assert.isEmpty(said)
  })
})
