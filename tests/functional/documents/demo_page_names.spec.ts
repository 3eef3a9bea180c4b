import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import { Department, type User } from '#plugins/identity/main'
import DocumentReview from '../../../app/plugins/documents/models/document_review.js'
import { freshName, makeOperator } from '../../helpers/accounts.js'
import { chromiumPath, openBrowser } from '../../helpers/browser.js'
import {
  choose,
  chooseUser,
  editorReady,
  logIn,
  openable,
  openEntitlements,
  shownAs,
  visit,
} from '../../helpers/demo_page.js'
import { documentOf, editorStage, type EditorStage } from '../../helpers/editor_stage.js'
import { makeDepartment } from '../access/support/organisation.js'

test.group('Documents | names on the demo page', (group) => {
  let stage: EditorStage
  let browser: Browser | undefined
  group.setup(async () => {
    stage = await editorStage()
    const close = openEntitlements(stage.gate)
    browser = chromiumPath ? await openBrowser() : undefined
    return async () => {
      await browser?.close()
      close()
      await stage.close()
    }
  })
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))

  async function opened(client: ApiClient) {
    const { id, owner } = await openable(client)
    const visited = await visit(browser!, id)
    await logIn(visited.page, owner.username)
    return { id, owner, ...visited }
  }

  /** A name that one other person has, too. */
  async function namesakes() {
    const family = freshName('Quist')
    const [nora, otto] = [
      await makeOperator({ nickname: `Nora ${family}` }),
      await makeOperator({ nickname: `Otto ${family}` }),
    ]
    return { family, nora, otto }
  }

  const sharedWith = async (client: ApiClient, id: number, owner: User): Promise<number[]> => {
    const shares = await client.get(`/app/document/${id}/shares`).loginAs(owner)
    return shares.body().data.map((share: { subjectId: number }) => share.subjectId)
  }

  test('share with several people who are found by a part of their names', async ({
    client,
    assert,
  }) => {
    const { id, owner, page, complaints } = await opened(client)
    const { family, nora, otto } = await namesakes()
    await choose(page, 'share', family.toLowerCase(), shownAs(nora))
    await choose(page, 'share', family, shownAs(otto))
    await page.waitForSelector(`#share-chosen li:has-text("${nora.nickname} · no. ${nora.id}")`)
    await page.click('#share > button')
    await page.waitForSelector(`#shares li:has-text("${otto.nickname} · may view")`)
    assert.sameMembers(await sharedWith(client, id, owner), [nora.id, otto.id])
    assert.equal(await page.textContent('#share-chosen'), '')
    assert.deepEqual(complaints, [])
    await page.close()
  })

  test('hand over for review to somebody who is found by name, by the keyboard alone', async ({
    client,
    assert,
  }) => {
    const { id, page } = await opened(client)
    await editorReady(page)
    const { family, nora, otto } = await namesakes()
    await page.fill('#submit [name=who]', family)
    await page.press('#submit [name=who]', 'Enter')
    await page.waitForSelector(`#submit-found button:text-is("${shownAs(nora)}"):focus`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForSelector(`#submit-chosen li:has-text("${otto.nickname}")`)
    await page.waitForSelector('#submit [name=who]:focus')
    await page.keyboard.type(nora.nickname)
    await page.keyboard.press('Enter')
    await page.waitForSelector(`#submit-chosen li:has-text("${nora.nickname}")`)
    await page.click(`#submit-chosen li:has-text("${otto.nickname}") button`)
    await page.keyboard.press('Enter')
    await page.click('#message button:has-text("Send them out")')
    await page.waitForSelector('#state:has-text("in review")')
    assert.equal((await documentOf(id)).status, 'in_review')
    const asked = await DocumentReview.query().where('documentId', id)
    assert.deepEqual(
      asked.map(({ handlerId }) => handlerId),
      [nora.id]
    )
    await page.close()
  })

  test('send nothing while somebody is typed and not chosen', async ({ client, assert }) => {
    const { id, owner, page } = await opened(client)
    const { nora, otto } = await namesakes()
    await page.click('#share > button')
    await chooseUser(page, 'share', nora)
    await page.fill('#share [name=who]', otto.nickname)
    await page.click('#share > button')
    assert.isFalse(await page.locator('#share').evaluate((form) => form.matches(':valid')))
    assert.lengthOf(await sharedWith(client, id, owner), 0)
    await page.fill('#share [name=who]', '')
    await page.click('#share > button')
    await page.waitForSelector(`#shares li:has-text("${nora.nickname}")`)
    await page.close()
  })

  test('find departments by name for those who may list them, and take the number of others', async ({
    client,
  }) => {
    const { owner, page } = await opened(client)
    const [near, far] = [await makeDepartment(), await makeDepartment()]
    const nameOf = async (id: number) =>
      (await actAsSystem('look on in a test', () => Department.findOrFail(id))).name
    await page.selectOption('#share [name=subjectType]', 'department')
    await choose(page, 'share', await nameOf(near), `${await nameOf(near)} · no. ${near}`)
    await page.click('#share > button')
    await page.waitForSelector(`#shares li:has-text("department ${await nameOf(near)} · may view")`)

    stage.gate.tell(owner.id, null, 'system:department:list')
    await page.selectOption('#share [name=subjectType]', 'department')
    await page.fill('#share [name=who]', 'sales')
    await page.waitForSelector(
      '#share-found li:has-text("You may not look for a department by name")'
    )
    await choose(page, 'share', String(far), `no. ${far}`)
    await page.click('#share > button')
    await page.waitForSelector(`#shares li:has-text("department ${await nameOf(far)} · may view")`)
    await page.close()
  })

  test('say that nobody of a name is there, and show what was asked last', async ({
    client,
    assert,
  }) => {
    const { page } = await opened(client)
    const { family, nora } = await namesakes()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: asked, resolve: asks } = Promise.withResolvers<void>()
    await page.route(`**/app/im/contacts*${family}*`, async (route) => {
      asks()
      await held
      await route.continue()
    })
    await page.fill('#share [name=who]', family)
    await asked
    await page.fill('#share [name=who]', 'nobody at all')
    await page.waitForSelector('#share-found li:has-text("There is no user of this name")')
    const answered = page.waitForResponse((response) => response.url().includes(family))
    release()
    await (await answered).finished()
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    assert.notInclude(await page.textContent('#share-found'), nora.nickname)
    await page.close()
  })
})
