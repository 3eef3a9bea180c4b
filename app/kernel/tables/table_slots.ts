import { ExportSlots } from '#kernel/http/main'

/** How many lists one node writes as files at a time. */
export class TableSlots extends ExportSlots {}
