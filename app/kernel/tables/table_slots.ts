import { ExportSlots } from '../http/export_slots.js'

/** How many lists one node writes as files at a time. */
export class TableSlots extends ExportSlots {}
