/* Stands for the icuuc.dll that Windows has and Wine lacks: Qt finds every function, and each says "unsupported". */
#define UNSUPPORTED 16 /* U_UNSUPPORTED_ERROR */
#define EXPORT __declspec(dllexport)

EXPORT void *ucnv_open(const char *name, int *error) { (void)name; *error = UNSUPPORTED; return 0; }
EXPORT void ucnv_close(void *converter) { (void)converter; }
EXPORT void ucnv_reset(void *converter) { (void)converter; }
EXPORT signed char ucnv_getMaxCharSize(const void *converter) { (void)converter; return 1; }
EXPORT const char *ucnv_getName(const void *converter, int *error) { (void)converter; *error = UNSUPPORTED; return 0; }
EXPORT void ucnv_getToUCallBack(void) {}
EXPORT void ucnv_getFromUCallBack(void) {}
EXPORT void ucnv_setToUCallBack(void) {}
EXPORT void ucnv_setFromUCallBack(void) {}
EXPORT void ucnv_cbToUWriteUChars(void) {}
EXPORT void ucnv_cbFromUWriteUChars(void) {}
EXPORT void ucnv_toUnicode(void) {}
EXPORT void ucnv_fromUnicode(void) {}
EXPORT int ucnv_toUCountPending(const void *converter, int *error) { (void)converter; *error = UNSUPPORTED; return 0; }
EXPORT int ucnv_fromUCountPending(const void *converter, int *error) { (void)converter; *error = UNSUPPORTED; return 0; }
EXPORT const char *ucnv_getStandardName(const char *name, const char *standard, int *error)
{ (void)name; (void)standard; *error = UNSUPPORTED; return 0; }
EXPORT const char *ucnv_getAvailableName(int number) { (void)number; return 0; }
EXPORT int ucnv_countAvailable(void) { return 0; }
