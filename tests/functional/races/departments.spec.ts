import { test } from '@japa/runner'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import { Department } from '#plugins/identity/main'
import { throughInterleavings } from '../../helpers/interleavings/interleavings.js'
import { administrator } from '../access/support/caller.js'
import { makeDepartment } from '../access/support/organisation.js'

const ORDERS_MS = 1_200_000

type Headers = Record<string, string>

const moved = (client: ApiClient, token: string, id: number, parentId: number, headers: Headers) =>
  client.put(`/app/system/departments/${id}`).headers(headers).bearerToken(token).json({ parentId })

const deleted = (client: ApiClient, token: string, id: number, headers: Headers) =>
  client.delete(`/app/system/departments/${id}`).headers(headers).bearerToken(token)

/** The parents of each department that is there, none of which is missing. */
async function parents(): Promise<Map<number, number | null>> {
  const rows = await actAsSystem('look on in a test', () => Department.all())
  return new Map(rows.map(({ id, parentId }) => [id, parentId]))
}

function above(id: number, tree: ReadonlyMap<number, number | null>): number[] {
  const path: number[] = []
  for (let at = tree.get(id); at && !path.includes(at); at = tree.get(at)) path.push(at)
  return path
}

test.group('Races | departments', () => {
  test('put none beneath itself when two are moved beneath each other', async ({
    client,
    assert,
  }) => {
    const { token } = await administrator(client)
    await throughInterleavings(async () => {
      const one = await makeDepartment()
      const beneathOne = await makeDepartment(one)
      const other = await makeDepartment()
      const beneathOther = await makeDepartment(other)
      const answers: number[] = []
      const move = (id: number, to: number) => async (headers: Headers) =>
        answers.push((await moved(client, token, id, to, headers)).status())
      return {
        first: move(one, beneathOther),
        second: move(other, beneathOne),
        check: async () => {
          assert.sameMembers(answers, [200, 409])
          const tree = await parents()
          for (const id of [one, beneathOne, other, beneathOther])
            assert.notInclude(above(id, tree), id)
        },
      }
    })
  }).timeout(ORDERS_MS)

  test('leave none beneath one that is deleted', async ({ client, assert }) => {
    const { token } = await administrator(client)
    await throughInterleavings(async () => {
      const [id, place] = [await makeDepartment(), await makeDepartment()]
      let move: ApiResponse
      let removal: ApiResponse
      return {
        first: async (headers) => (move = await moved(client, token, id, place, headers)),
        second: async (headers) => (removal = await deleted(client, token, place, headers)),
        check: async () => {
          const isDeleted = removal.status() === 200
          assert.deepEqual([move.status(), removal.status()], isDeleted ? [404, 200] : [200, 409])
          const tree = await parents()
          assert.equal(tree.has(place), !isDeleted)
          assert.equal(tree.get(id), isDeleted ? null : place)
        },
      }
    })
  }).timeout(ORDERS_MS)
})
