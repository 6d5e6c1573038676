// Days and hours where the reader is: the same on both sides.
export {
  dayIn,
  fieldFrom,
  hourIn,
  instantFrom,
  startOfDay,
  weekdayOf,
  zonedTimeIn,
  type MonthNumber,
} from '#contract/zoned-time.ts'
