import type { Router } from '@adonisjs/core/http'
import { E_CONFLICT } from '#kernel/errors/main'
import { pageOf } from '#kernel/contracts/main'
import { positionPermissions } from '../permissions.js'
import { positionShape } from '../transformers/position_transformer.js'
import {
  createPositionValidator,
  positionExportValidator,
  positionListValidator,
  updatePositionValidator,
} from '../validators/position_validators.js'
import { exportContract } from './export_contract.js'

const ExportsController = () => import('../controllers/exports_controller.js')
const PositionsController = () => import('../controllers/positions_controller.js')

export default function positionRoutes(router: Router) {
  router
    .get('positions', [PositionsController, 'index'])
    .permission(positionPermissions.list)
    .contract({
      summary: 'List positions',
      description: 'What users are in the organisation. A position gives no rights.',
      query: positionListValidator,
      answer: pageOf(positionShape),
    })
  router
    .get('positions/export', [ExportsController, 'positions'])
    .permission(positionPermissions.export)
    .audited('exported', 'position')
    .contract(exportContract('Export positions', positionExportValidator))
  router
    .post('positions', [PositionsController, 'store'])
    .permission(positionPermissions.create)
    .contract({
      summary: 'Create a position',
      body: createPositionValidator,
      answer: positionShape,
      failures: [E_CONFLICT],
    })
  router
    .get('positions/:id', [PositionsController, 'show'])
    .permission(positionPermissions.show)
    .contract({ summary: 'See a position', answer: positionShape })
  router
    .put('positions/:id', [PositionsController, 'update'])
    .permission(positionPermissions.update)
    .contract({
      summary: 'Change a position',
      description:
        'A disabled one stays with the users who have it, and is given to no others. With `updatedAt` of the row as it was seen, a change in between answers 409.',
      body: updatePositionValidator,
      answer: positionShape,
      failures: [E_CONFLICT],
    })
  router
    .delete('positions/:id', [PositionsController, 'destroy'])
    .permission(positionPermissions.delete)
    .contract({ summary: 'Delete a position that no user has', failures: [E_CONFLICT] })
}
