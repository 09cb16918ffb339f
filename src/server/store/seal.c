/* Seals by libcrypto: a random nonce, what was sealed, and its tag. The entry's table, number and
 * kind are bound to it.
 * Not here: as in the header. Invariant: as in the header. */
#include "server/store/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/evp.h>

#include "server/base/secret.h"

enum { BOUND_BYTES = 600 };

bool cn_seal_path(const char *data, char out[CN_SEAL_PATH_BYTES])
{
    static const char archive[] = "-archive";
    size_t length = strlen(data);
    if (length > sizeof archive - 1 && strcmp(data + length - (sizeof archive - 1), archive) == 0)
        length -= sizeof archive - 1;
    return snprintf(out, CN_SEAL_PATH_BYTES, "%.*s-key", (int)length, data) < CN_SEAL_PATH_BYTES;
}

cn_seal_status cn_seal_read(const char *data, cn_seal *seal)
{
    char path[CN_SEAL_PATH_BYTES];
    uint8_t read_bytes[CN_SEAL_KEY_BYTES + 1];
    if (!cn_seal_path(data, path)) return CN_SEAL_WRONG;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe is not waited for */
    if (file < 0) return errno == ENOENT ? CN_SEAL_NONE : CN_SEAL_WRONG;
    const ssize_t size = read(file, read_bytes, sizeof read_bytes);
    close(file);
    if (size != CN_SEAL_KEY_BYTES) return CN_SEAL_WRONG;
    memcpy(seal->key, read_bytes, CN_SEAL_KEY_BYTES);
    return CN_SEAL_READ;
}

static bool sync_folder(const char *path)
{
    char folder[CN_SEAL_PATH_BYTES];
    snprintf(folder, sizeof folder, "%s", path);
    const int file = open(dirname(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return false;
    const bool synced = fsync(file) == 0;
    close(file);
    return synced;
}

static bool fill_file(const char *path, const cn_seal *seal)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return false;
    const bool written = fchmod(file, 0600) == 0 &&
                         write(file, seal->key, sizeof seal->key) == (ssize_t)sizeof seal->key &&
                         fsync(file) == 0;
    return close(file) == 0 && written;
}

/* It gets its name once it is whole. */
bool cn_seal_write(const char *data, const cn_seal *seal)
{
    char path[CN_SEAL_PATH_BYTES], fresh[CN_SEAL_PATH_BYTES];
    errno = ENAMETOOLONG;
    if (!cn_seal_path(data, path) ||
        snprintf(fresh, sizeof fresh, "%s-new", path) >= (int)sizeof fresh)
        return false;
    return fill_file(fresh, seal) && rename(fresh, path) == 0 && sync_folder(path);
}

bool cn_seal_make(const char *data, cn_seal *seal)
{
    cn_secret_bytes(seal->key, sizeof seal->key);
    return cn_seal_write(data, seal);
}

int64_t cn_seal_mark(const cn_seal *seal)
{
    static const char label[] = "canasta/key/1";
    uint8_t text[sizeof label + CN_SEAL_KEY_BYTES];
    memcpy(text, label, sizeof label);
    memcpy(text + sizeof label, seal->key, CN_SEAL_KEY_BYTES);
    const cn_digest digest = cn_digest_of(text, sizeof text);
    uint64_t number = 0;
    for (unsigned i = 0; i < 8; i++) number = number << 8 | digest.byte[i];
    return (int64_t)(number >> 1);
}

/* What is bound to the seal: the name of the table, a zero byte, the number with its highest byte
 * first, the name of the kind. */
static size_t write_bound(const char *table, const cn_entry *entry, uint8_t out[BOUND_BYTES])
{
    const char *kind = cn_entry_kind_name(entry->kind);
    const size_t name = strlen(table) + 1, size = name + 8 + strlen(kind);
    if (size > BOUND_BYTES) abort(); /* no table is called so */
    memcpy(out, table, name);
    for (unsigned i = 0; i < 8; i++) out[name + i] = (uint8_t)(entry->seq >> (8 * (7 - i)));
    memcpy(out + name + 8, kind, strlen(kind));
    return size;
}

void cn_seal_close(const cn_seal *seal, const char *table, const cn_entry *entry,
                   uint8_t sealed[CN_SEALED_BYTES])
{
    uint8_t bound[BOUND_BYTES];
    int size;
    uint8_t *hidden = sealed + CN_SEAL_NONCE_BYTES, *tag = hidden + CN_SECRET_BYTES;
    const int bound_size = (int)write_bound(table, entry, bound);
    cn_secret_bytes(sealed, CN_SEAL_NONCE_BYTES);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (context == NULL ||
        EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, seal->key, sealed) != 1 ||
        EVP_EncryptUpdate(context, NULL, &size, bound, bound_size) != 1 ||
        EVP_EncryptUpdate(context, hidden, &size, entry->secret, CN_SECRET_BYTES) != 1 ||
        EVP_EncryptFinal_ex(context, tag, &size) != 1 ||
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, CN_SEAL_TAG_BYTES, tag) != 1)
        abort(); /* there is no memory */
    EVP_CIPHER_CTX_free(context);
}

bool cn_seal_open(const cn_seal *seal, const char *table, const cn_entry *entry,
                  const uint8_t sealed[CN_SEALED_BYTES], uint8_t secret[CN_SECRET_BYTES])
{
    uint8_t bound[BOUND_BYTES], tag[CN_SEAL_TAG_BYTES];
    int size;
    const uint8_t *hidden = sealed + CN_SEAL_NONCE_BYTES;
    const int bound_size = (int)write_bound(table, entry, bound);
    memcpy(tag, hidden + CN_SECRET_BYTES, sizeof tag);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (context == NULL) abort();
    const bool opened =
        EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), NULL, seal->key, sealed) == 1 &&
        EVP_DecryptUpdate(context, NULL, &size, bound, bound_size) == 1 &&
        EVP_DecryptUpdate(context, secret, &size, hidden, CN_SECRET_BYTES) == 1 &&
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, CN_SEAL_TAG_BYTES, tag) == 1 &&
        EVP_DecryptFinal_ex(context, secret + CN_SECRET_BYTES, &size) == 1;
    EVP_CIPHER_CTX_free(context);
    return opened;
}
