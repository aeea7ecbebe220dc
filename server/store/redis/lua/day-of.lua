-- Put before other scripts. The day of UTC of an instant, YYYY-MM-DD. The sandbox of Redis has no calendar, so this is
-- the usual arithmetic on eras of 400 years that begin in March.

local function day_of(milliseconds)
  local days = math.floor(milliseconds / 86400000) + 719468
  local era = math.floor(days / 146097)
  local of_era = days - era * 146097
  local year = math.floor(
    (of_era - math.floor(of_era / 1460) + math.floor(of_era / 36524) - math.floor(of_era / 146096)) / 365
  )
  local of_year = of_era - (365 * year + math.floor(year / 4) - math.floor(year / 100))
  local month = math.floor((5 * of_year + 2) / 153)
  local day = of_year - math.floor((153 * month + 2) / 5) + 1
  month = month < 10 and month + 3 or month - 9
  year = year + era * 400 + (month <= 2 and 1 or 0)
  return string.format('%04d-%02d-%02d', year, month, day)
end
