import type { Router } from '@adonisjs/core/http'
import { pageOf, t } from '#kernel/contracts/main'
import { E_CONFLICT, E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { numericId } from '#kernel/http/main'
import { dictionaryPermissions } from '../permissions.js'
import {
  dictionaryRowShape,
  dictionaryShape,
  enabledDictionaryShape,
} from '../queries/dictionary_listing.js'
import {
  createDictionaryValidator,
  dictionaryExportValidator,
  dictionaryListValidator,
  enabledDictionariesValidator,
  updateDictionaryValidator,
} from '../validators/dictionary_validators.js'

const DictionariesController = () => import('../controllers/dictionaries_controller.js')

const JSON_LIMITS = { bytes: 2 * 1024 * 1024, names: 20_000 }
const EXAMPLE = {
  code: 'order_status',
  name: 'Status of an order',
  items: [{ value: 'open', labels: { en: 'Open', zh: '未付款' }, colour: 'warning' }],
}
const ITEMS =
  'Up to 500 items, each with a label in one language at least. `colour` is `#rrggbb`, or one of primary, success, warning, danger and info. Items are ordered by `sort`, and without one as they are given.'

export default function dictionaryRoutes(router: Router) {
  router
    .get('/app/dictionaries', [DictionariesController, 'enabled'])
    .signedIn('front ends show values by their labels')
    .contract({
      summary: 'Enabled dictionaries by code',
      description: 'What is not there, or disabled, is left out. `codes` are parted by commas.',
      query: enabledDictionariesValidator,
      answer: t.array(enabledDictionaryShape),
    })
  router
    .group(() => drawDictionaries(router))
    .prefix('/app/system/dictionaries')
    .where('id', numericId)
}

function drawDictionaries(router: Router) {
  router
    .get('', [DictionariesController, 'index'])
    .permission(dictionaryPermissions.list)
    .contract({
      summary: 'List dictionaries',
      query: dictionaryListValidator,
      answer: pageOf(dictionaryRowShape),
    })
  router
    .get('export', [DictionariesController, 'export'])
    .permission(dictionaryPermissions.export)
    .audited('exported', 'dictionary')
    .contract({
      summary: 'Export dictionaries',
      description:
        'Takes the filters and the sort of the list, and answers a line for each item, as CSV or XLSX.',
      query: dictionaryExportValidator,
      raw: { type: '*/*', headers: { 'Content-Disposition': 'Name of the file' } },
      failures: [E_TOO_MANY_REQUESTS],
    })
  router
    .post('', [DictionariesController, 'store'])
    .permission(dictionaryPermissions.create)
    .contract({
      summary: 'Create a dictionary',
      description: ITEMS,
      body: createDictionaryValidator,
      example: EXAMPLE,
      json: JSON_LIMITS,
      answer: dictionaryShape,
      failures: [E_CONFLICT],
    })
  router
    .get(':id', [DictionariesController, 'show'])
    .permission(dictionaryPermissions.show)
    .contract({ summary: 'See a dictionary', answer: dictionaryShape })
  router
    .put(':id', [DictionariesController, 'update'])
    .permission(dictionaryPermissions.update)
    .contract({
      summary: 'Change a dictionary',
      description: `Only the given members change; \`items\` replace all there are. ${ITEMS}`,
      body: updateDictionaryValidator,
      example: { items: EXAMPLE.items },
      json: JSON_LIMITS,
      answer: dictionaryShape,
      failures: [E_CONFLICT],
    })
  router
    .delete(':id', [DictionariesController, 'destroy'])
    .permission(dictionaryPermissions.delete)
    .contract({ summary: 'Delete a dictionary' })
}
