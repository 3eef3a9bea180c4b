import { test } from '@japa/runner'
import type { Browser, Page } from 'playwright-core'
import { chromiumPath, openBrowser } from '#tests/helpers/browser'
import { groupOf } from '#tests/helpers/messaging/calls'
import { person } from '#tests/helpers/messaging/people'
import { until } from '#tests/helpers/until'
import { open, violationsOf } from './console_page.js'
import {
  act,
  closeAll,
  composer,
  conversationOf,
  drop,
  enter,
  greet,
  insertMessages,
  makeChatter,
  messageOf,
  openMessages,
  picture,
  write,
  writeTo,
} from './messages_page.js'

test.group('Console | messages', (group) => {
  let browser: Browser
  group.tap((one) => one.skip(!chromiumPath, 'this machine has no Chromium'))
  group.setup(async () => {
    if (chromiumPath) browser = await openBrowser()
  })
  group.teardown(() => browser?.close())

  test('let two people talk, answer, mention, react, edit and recall', async ({
    assert,
    cleanup,
  }) => {
    const [mara, jonas] = [await makeChatter('Mara Voss'), await makeChatter('Jonas Weber')]
    const left = await openMessages(browser, mara.username)
    const right = await openMessages(browser, jonas.username)
    cleanup(() => closeAll(left.page, right.page))

    await writeTo(left.page, jonas)
    await write(left.page, 'Good morning, Jonas')
    await messageOf(left.page, 'Good morning, Jonas').getByText('sent').waitFor()
    await right.page.getByRole('link', { name: 'Messages: 1 unread' }).waitFor()
    await conversationOf(right.page, 'Mara Voss').getByText('Good morning, Jonas').waitFor()
    await enter(right.page, 'Mara Voss')
    await messageOf(left.page, 'Good morning, Jonas').getByText('read', { exact: true }).waitFor()
    await right.page.getByRole('link', { name: 'Messages: 0 unread' }).waitFor()

    await act(right.page, 'Good morning, Jonas', 'Reply')
    await composer(right.page).pressSequentially('Good morning @mar')
    await left.page.locator('.thread-header').getByText('Jonas Weber: typing…').waitFor()
    await right.page.getByRole('option', { name: /Mara Voss/ }).waitFor()
    await composer(right.page).press('Enter')
    await composer(right.page).press('Enter')
    const answer = messageOf(left.page, 'Good morning @Mara Voss')
    await answer.getByRole('button', { name: /Good morning, Jonas/ }).waitFor()
    await answer.locator('strong', { hasText: '@Mara Voss' }).waitFor()

    await act(left.page, 'Good morning @Mara Voss', 'React with 🎉')
    await answer.getByRole('button', { name: '🎉 1', pressed: true }).waitFor()
    await messageOf(right.page, '@Mara Voss').getByRole('button', { name: '🎉 1' }).waitFor()
    await act(right.page, '@Mara Voss', 'Edit')
    await composer(right.page).fill('Good evening @Mara Voss')
    await composer(right.page).press('Enter')
    await messageOf(left.page, 'Good evening @Mara Voss').getByText('edited').waitFor()
    await act(right.page, 'Good evening', 'Recall')
    await right.page.getByRole('dialog').getByRole('button', { name: 'Recall' }).click()
    await messageOf(left.page, 'This message was recalled').waitFor()

    await composer(left.page).fill('About Thursday')
    await open(left.page, '/account')
    await left.page.getByRole('heading', { name: 'My account' }).waitFor()
    await write(right.page, 'Are you still there?')
    await left.page.getByRole('link', { name: 'Messages: 1 unread' }).waitFor()
    await left.page.goBack()
    await messageOf(left.page, 'Are you still there?').waitFor()
    await left.page.getByRole('link', { name: 'Messages: 0 unread' }).waitFor()
    assert.equal(await composer(left.page).inputValue(), 'About Thursday')
    for (const { complaints, elsewhere } of [left, right])
      assert.deepEqual([...complaints, ...elsewhere], [])
  })

  test('manage a group and its files, and leave its history to a removed member', async ({
    assert,
    cleanup,
  }) => {
    const people = await Promise.all(['Mara Voss', 'Jonas Weber', 'Lin Zhao'].map(makeChatter))
    const [mara, jonas, lin] = people
    await greet(mara!, GREETINGS)
    const [first, second, third] = await Promise.all(
      people.map(({ username }) => openMessages(browser, username))
    )
    const [asMara, asJonas, asLin] = [first!.page, second!.page, third!.page]
    cleanup(() => closeAll(asMara, asJonas, asLin))

    await asMara.getByRole('button', { name: 'New', exact: true }).click()
    await asMara.getByRole('menuitem', { name: 'New group' }).click()
    const form = asMara.getByRole('dialog', { name: 'New group' })
    await form.getByRole('textbox', { name: 'Name of the group' }).fill('Annual report')
    for (const { username } of [jonas!, lin!]) {
      await form.getByRole('combobox', { name: 'Members' }).fill(username)
      await asMara.getByRole('option', { name: username }).click()
      await form.getByText('New group').click()
    }
    await form.getByRole('button', { name: 'Create' }).click()
    await asMara.getByText('Mara Voss created the group “Annual report”').waitFor()
    for (const page of [asJonas, asLin]) await enter(page, 'Annual report')
    await write(asMara, 'Good morning! The draft of the annual report is ready: chapters 1 to 4.')
    await messageOf(asMara, 'The draft').getByText('read by 2').waitFor()
    await act(asLin, 'The draft', 'React with 🎉')
    await act(asJonas, 'The draft', 'React with 👍')

    await drop(asJonas, { name: 'figures.csv', type: 'text/csv', text: 'year,sum\n2026,7' })
    const file = asLin.getByRole('button', { name: 'figures.csv' })
    const [saved] = await Promise.all([asLin.waitForEvent('download'), file.click()])
    assert.equal(saved.suggestedFilename(), 'figures.csv')
    await write(asJonas, 'The figures of the last quarter, and how they look:')
    await drop(asJonas, { name: 'chart.png', type: 'image/png' })
    await asLin.getByRole('img', { name: 'chart.png' }).waitFor()
    await act(asLin, 'The draft', 'Reply')
    await composer(asLin).pressSequentially('I read chapter 2 until noon, @Mar')
    await asLin.getByRole('option', { name: /Mara Voss/ }).waitFor()
    await composer(asLin).press('Enter')
    await composer(asLin).press('Enter')
    await messageOf(asMara, 'until noon').waitFor()
    await act(asMara, 'The figures', 'Pin')
    await messageOf(asMara, 'The figures').getByText('Pinned', { exact: true }).waitFor()
    await asMara.getByRole('img', { name: 'chart.png' }).waitFor()
    await picture(asMara, 'console-messages')
    await drop(asJonas, { name: 'no.png', type: 'image/png', text: 'This is no image' })
    const refused = asJonas.locator('.upload', { hasText: 'Files of this kind are not accepted' })
    await refused.getByRole('button', { name: 'Discard' }).click()
    await refused.waitFor({ state: 'detached' })

    await asMara.getByRole('button', { name: 'Members' }).click()
    const of = async (name: string, command: string) => {
      await asMara.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
      const menu = asMara.getByRole('menu', { name: `Actions for ${name}` })
      await menu.getByRole('menuitem', { name: command }).click()
    }
    await of('Jonas Weber', 'Make administrator')
    await asLin.getByText('Jonas Weber is an administrator now').waitFor()
    await of('Lin Zhao', 'Remove from the group')
    await asMara.getByRole('dialog').getByRole('button', { name: 'Remove from the group' }).click()
    await asLin.getByText('You are no longer in this group.').waitFor()
    await messageOf(asLin, 'until noon').waitFor()
    assert.equal(await composer(asLin).count(), 0)
    await asJonas.getByText('Mara Voss removed Lin Zhao').waitFor()
    await asMara.keyboard.press('Escape')

    assert.deepEqual(await violationsOf(asMara), [])
    await asJonas.setViewportSize({ width: 390, height: 844 })
    await asJonas.getByRole('button', { name: 'Light or dark' }).click()
    assert.deepEqual(await violationsOf(asJonas), [])
    await picture(asJonas, 'console-messages-phone')
    await asJonas.getByRole('link', { name: 'Back' }).click()
    await conversationOf(asJonas, 'Annual report').waitFor()
    assert.deepEqual(await violationsOf(asJonas), [])
    for (const { complaints, elsewhere } of [first!, second!, third!])
      assert.deepEqual([...complaints, ...elsewhere], [])
  })

  test('scroll through 10,000 messages, in any script, as text alone', async ({
    assert,
    client,
    cleanup,
  }) => {
    const [noor, sam] = [
      await person({ nickname: 'Noor Haddad' }),
      await person({ nickname: 'Sam Ito' }),
    ]
    const id = await groupOf(client, noor, [sam], 'Shift handover')
    const texts = ['<img src=x onerror="alert(1)">', 'أهلا بالجميع', 'w'.repeat(400)]
    await insertMessages(id, sam.user.id, 10_000, texts)
    const { page, complaints } = await openMessages(browser, noor.user.username)
    cleanup(() => closeAll(page))
    await open(page, `/messages/${id}?seq=10000`)
    await messageOf(page, texts[0]!).waitFor()
    const rtl = messageOf(page, texts[1]!).locator('.text')
    assert.equal(
      await rtl.evaluate((row) => row.ownerDocument.defaultView!.getComputedStyle(row).direction),
      'rtl'
    )
    const isWide = () =>
      page.locator('.scroller').evaluate((one) => one.scrollWidth > one.clientWidth)
    assert.isFalse(await isWide())

    const rows = page.locator('.message')
    const seqOf = async (at: 'first' | 'last') => Number(await rows[at]().getAttribute('data-seq'))
    let most = 0
    for (let from = await seqOf('first'); from > 8_000; from = await seqOf('first')) {
      const before = from
      const { seq, top } = await scrollUp(page)
      await until(async () => (await seqOf('first')) < before)
      const kept = page.locator(`.message[data-seq="${seq}"]`)
      assert.closeTo((await kept.boundingBox())!.y, top, 2)
      most = Math.max(most, await rows.count())
    }
    await open(page, `/messages/${id}?seq=5`)
    await messageOf(page, 'Message 5 of').waitFor()
    for (let to = await seqOf('last'); to < 400; to = await seqOf('last')) {
      await page.locator('.scroller').evaluate((scroller) => scroller.scrollBy(0, 10_000))
      await until(async () => (await seqOf('last')) > to)
      most = Math.max(most, await rows.count())
    }
    assert.isAtMost(most, 300)
    await page.getByRole('button', { name: 'Jump to the newest message' }).click()
    await messageOf(page, texts[2]!).waitFor()

    await page.getByRole('textbox', { name: 'Find conversations' }).fill('Message 77 of')
    await page.getByRole('button', { name: 'Search all messages' }).click()
    await page.locator('.hits mark', { hasText: 'Message 77 of' }).click()
    await page.locator('.message.sought', { hasText: 'Message 77 of' }).waitFor()
    assert.deepEqual(complaints, [])
  })
})

/** Near the start of what is there. @returns a row that is seen, and where */
const scrollUp = (page: Page) =>
  page.locator('.scroller').evaluate((scroller) => {
    scroller.scrollTop = 300
    const edge = scroller.getBoundingClientRect().top
    const rows = [...scroller.querySelectorAll('.message')]
    const row = rows.find((one) => one.getBoundingClientRect().top > edge)!
    return { seq: row.getAttribute('data-seq'), top: row.getBoundingClientRect().top }
  })

const GREETINGS = [
  ['Amara Okafor', 'Could you look at the contract with the printers?'],
  ['Tomás Rivera', 'The room for Thursday is booked.'],
  ['نور حداد', 'شكرا، وصل التقرير'],
] as const
