/** What can be done to the drawing of a trigger. */
import type { StepPlace } from '../trigger-text/move-step.ts'
import type { StepKind } from '../trigger-text/step-kinds.ts'
import type { DrawnWay } from '../trigger-text/step-ways.ts'

export interface Drawing {
  onAdd(way: DrawnWay, kind: StepKind): void
  /** Asks before it removes. */
  onRemove(key: string): void
  onMove(key: string, place: StepPlace): void
  /** By keys, one step up or down. */
  onShift(key: string, way: 'up' | 'down'): void
  /** Of these ways, those that a step can go to; undefined if it can't be moved. */
  waysFor(key: string, ways: readonly DrawnWay[]): DrawnWay[] | undefined
  onUndo: (() => void) | undefined
  onRedo: (() => void) | undefined
}
