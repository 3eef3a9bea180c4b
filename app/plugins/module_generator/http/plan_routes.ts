import type { Router } from '@adonisjs/core/http'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { t } from '#kernel/contracts/main'
import {
  E_AI_FAILED,
  E_AI_NOT_CONFIGURED,
  E_FIELD_LINES,
  E_PLAN_INVALID,
  E_TABLE_UNFIT,
} from '../errors.js'
import { generatorPermissions } from '../permissions.js'
import {
  checkShape,
  draftShape,
  previewShape,
  schemasShape,
  tableRow,
  tableShape,
} from '../transformers/plan_shapes.js'
import { draftValidator, planJson, planValidator } from '../validators/generator_validators.js'

const DraftsController = () => import('../controllers/drafts_controller.js')
const PlansController = () => import('../controllers/plans_controller.js')
const TablesController = () => import('../controllers/tables_controller.js')

const tableName = /^[A-Za-z0-9_$-]{1,64}$/

export function planRoutes(router: Router) {
  router
    .get('tables', [TablesController, 'index'])
    .permission(generatorPermissions.use)
    .contract({ summary: 'Tables of the database', answer: t.array(tableRow) })
  router
    .get('tables/:name', [TablesController, 'show'])
    .where('name', tableName)
    .permission(generatorPermissions.use)
    .contract({
      summary: 'A table as the database describes it',
      answer: tableShape,
      failures: [E_NOT_FOUND],
    })
  router
    .get('plans/schema', [PlansController, 'schema'])
    .permission(generatorPermissions.use)
    .contract({ summary: 'JSON Schemas of plans and of page descriptions', answer: schemasShape })
  router
    .post('plans/draft', [DraftsController, 'store'])
    .permission(generatorPermissions.use)
    .contract({
      summary: 'Draft a plan from field lines, a table or a prompt',
      description: 'Give one of `fields` (with `name`), `table`, `prompt`. Nothing is written.',
      body: draftValidator,
      answer: draftShape,
      failures: [
        E_AI_NOT_CONFIGURED,
        E_AI_FAILED,
        E_TABLE_UNFIT,
        E_FIELD_LINES,
        E_PLAN_INVALID,
        E_NOT_FOUND,
      ],
    })
  router
    .post('plans/validate', [PlansController, 'validate'])
    .permission(generatorPermissions.use)
    .unaudited('it writes nothing')
    .contract({ summary: 'Check a plan', body: planValidator, json: planJson, answer: checkShape })
  router
    .post('preview', [PlansController, 'preview'])
    .permission(generatorPermissions.use)
    .unaudited('it writes nothing')
    .contract({
      summary: 'Files, routes, permissions and menus a plan would become',
      description: 'Nothing is written.',
      body: planValidator,
      json: planJson,
      answer: previewShape,
      failures: [E_PLAN_INVALID],
    })
  router
    .post('download', [PlansController, 'download'])
    .permission(generatorPermissions.use)
    .unaudited('it writes nothing')
    .contract({
      summary: 'The module as a zip for another project',
      body: planValidator,
      json: planJson,
      raw: { type: 'application/zip', headers: { 'content-disposition': 'Name of the file' } },
      failures: [E_PLAN_INVALID],
    })
}
