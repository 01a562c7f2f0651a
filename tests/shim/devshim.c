/* Puts simulated nodes under a whole process: LD_PRELOAD this, with DEVSHIM_ROOT and DEVSHIM_SOCKET set.
 *
 * Paths of hardware are looked up below DEVSHIM_ROOT, so that a node is there, missing or forbidden as its file there is.
 * A node of SPI, I2C or GPIO is also announced to the server behind DEVSHIM_SOCKET, which may refuse it, and whose chips
 * then answer its ioctl calls. One connection serves the process, one request at a time:
 *
 *     request   u32 operation, u32 handle, u32 ioctl number, u32 length, bytes
 *     reply     i32 result or -errno, u32 length, bytes; a line that was asked for comes with its descriptor of events
 *
 * What holds pointers (messages of SPI and I2C) goes over as a count, lengths and bytes; all else as it is. Closing waits
 * for the reply: whoever takes the line next must find it free.
 */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/spi/spidev.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { OPEN = 1, CLOSE, IOCTL };
enum { MOST_DESCRIPTORS = 1024, ROOM = 1 << 16 };

static const char *const HARDWARE[] = {"/dev/spidev", "/dev/i2c-", "/dev/gpiochip", "/dev/serial", "/dev/ttyACM",
    "/dev/ttyUSB", "/proc/device-tree", "/boot/", "/sys/bus/gpio", "/sys/class/hwmon",
    "/sys/devices/platform/soc"};
static const char *const NODES[] = {"/dev/spidev", "/dev/i2c-", "/dev/gpiochip"};

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static uint32_t handles[MOST_DESCRIPTORS]; /* of the server, by descriptor; 0: not ours */
static int server = -1;
static pid_t owner; /* a child that is about to run something else closes our descriptors: its are not ours */
static uint8_t body[ROOM]; /* of the request, then of the reply; guarded by turn */

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define LENGTH(array) (sizeof(array) / sizeof *(array))

static int begins_with_any(const char *path, const char *const *beginnings, size_t count) {
    for (size_t i = 0; path && i < count; i++)
        if (!strncmp(path, beginnings[i], strlen(beginnings[i])) && getenv("DEVSHIM_ROOT"))
            return 1;
    return 0;
}

/* The path to use instead; `place` has room for it. */
static const char *moved(const char *path, char place[PATH_MAX]) {
    if (!begins_with_any(path, HARDWARE, LENGTH(HARDWARE)))
        return path;
    snprintf(place, PATH_MAX, "%s%s", getenv("DEVSHIM_ROOT"), path);
    return place;
}

static int connect_server(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, getenv("DEVSHIM_SOCKET"), sizeof address.sun_path - 1);
    owner = getpid();
    server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return server < 0 ? -1 : connect(server, (struct sockaddr *)&address, sizeof address);
}

static int receive(void *data, size_t length, int *descriptor) {
    union { char room[CMSG_SPACE(sizeof(int))]; struct cmsghdr aligned; } control;
    while (length) {
        struct iovec part = {data, length};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
            .msg_controllen = sizeof control};
        ssize_t got = recvmsg(server, &message, MSG_CMSG_CLOEXEC);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return -1;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        if (header && header->cmsg_type == SCM_RIGHTS)
            memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
        data = (char *)data + got;
        length -= got;
    }
    return 0;
}

/* Asks with the first `length` bytes of `body`, which then holds the reply; a negative result becomes errno. */
static int ask(uint32_t operation, uint32_t handle, uint32_t number, uint32_t length, int *descriptor) {
    uint32_t head[4] = {operation, handle, number, length};
    struct { int32_t result; uint32_t length; } reply;
    struct iovec parts[2] = {{head, sizeof head}, {body, length}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    if ((server < 0 && connect_server()) || sendmsg(server, &message, MSG_NOSIGNAL) < 0 ||
        receive(&reply, sizeof reply, descriptor) || reply.length > ROOM || receive(body, reply.length, descriptor)) {
        errno = ENODEV;
        return -1;
    }
    if (reply.result >= 0)
        return reply.result;
    errno = -reply.result;
    return -1;
}

/* Makes the real descriptor of a node ours, or gives it up when the server refuses. */
static int announce(int descriptor, const char *path) {
    if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS || !begins_with_any(path, NODES, LENGTH(NODES)))
        return descriptor;
    pthread_mutex_lock(&turn);
    size_t length = strlen(path);
    memcpy(body, path, length);
    int handle = ask(OPEN, 0, 0, length, NULL), error = errno;
    if (handle > 0)
        handles[descriptor] = handle;
    pthread_mutex_unlock(&turn);
    if (handle > 0)
        return descriptor;
    REAL(close)(descriptor);
    errno = error;
    return -1;
}

static int open_moved(int (*real)(const char *, int, ...), const char *path, int flags, va_list rest) {
    char place[PATH_MAX];
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    return announce(real(moved(path, place), flags, mode), path);
}

#define OPENING(name)                                                                                                  \
    int name(const char *path, int flags, ...) {                                                                       \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        int descriptor = open_moved(REAL(name), path, flags, rest);                                                    \
        va_end(rest);                                                                                                  \
        return descriptor;                                                                                             \
    }
OPENING(open)
OPENING(open64)

#define BY_PATH(kind, name, parameters, ...)                                                                           \
    kind name parameters {                                                                                             \
        char place[PATH_MAX];                                                                                          \
        path = moved(path, place);                                                                                     \
        return REAL(name)(__VA_ARGS__);                                                                                \
    }
BY_PATH(FILE *, fopen, (const char *path, const char *mode), path, mode)
BY_PATH(FILE *, fopen64, (const char *path, const char *mode), path, mode)
BY_PATH(DIR *, opendir, (const char *path), path)
BY_PATH(int, stat, (const char *path, struct stat *to), path, to)
BY_PATH(int, stat64, (const char *path, struct stat64 *to), path, to)
BY_PATH(int, lstat, (const char *path, struct stat *to), path, to)
BY_PATH(int, lstat64, (const char *path, struct stat64 *to), path, to)
BY_PATH(int, fstatat, (int at, const char *path, struct stat *to, int flags), at, path, to, flags)
BY_PATH(int, fstatat64, (int at, const char *path, struct stat64 *to, int flags), at, path, to, flags)
BY_PATH(int, access, (const char *path, int mode), path, mode)
BY_PATH(ssize_t, readlink, (const char *path, char *to, size_t length), path, to, length)

static uint32_t ours(int descriptor) {
    return descriptor >= 0 && descriptor < MOST_DESCRIPTORS ? handles[descriptor] : 0;
}

int close(int descriptor) {
    if (ours(descriptor) && owner == getpid()) {
        pthread_mutex_lock(&turn);
        ask(CLOSE, handles[descriptor], 0, 0, NULL);
        handles[descriptor] = 0;
        pthread_mutex_unlock(&turn);
    }
    return REAL(close)(descriptor);
}

static size_t put(size_t at, const void *data, size_t length) {
    if (data)
        memcpy(body + at, data, length);
    else
        memset(body + at, 0, length);
    return at + length;
}

/* Each transfer goes over as length, clock and bytes, and comes back as bytes. */
static int spi_message(uint32_t handle, uint32_t number, struct spi_ioc_transfer *transfers) {
    uint32_t count = _IOC_SIZE(number) / sizeof *transfers;
    size_t at = put(0, &count, sizeof count);
    for (uint32_t i = 0; i < count; i++) {
        at = put(at, &transfers[i].len, sizeof transfers[i].len);
        at = put(at, &transfers[i].speed_hz, sizeof transfers[i].speed_hz);
        at = put(at, (void *)(uintptr_t)transfers[i].tx_buf, transfers[i].len);
    }
    int result = ask(IOCTL, handle, number, at, NULL);
    at = 0;
    for (uint32_t i = 0; result >= 0 && i < count; at += transfers[i++].len)
        if (transfers[i].rx_buf)
            memcpy((void *)(uintptr_t)transfers[i].rx_buf, body + at, transfers[i].len);
    return result;
}

/* Each message goes over as address, flags, length and bytes; those to read come back as bytes. */
static int i2c_messages(uint32_t handle, uint32_t number, struct i2c_rdwr_ioctl_data *data) {
    size_t at = put(0, &data->nmsgs, sizeof data->nmsgs);
    for (uint32_t i = 0; i < data->nmsgs; i++) {
        at = put(at, data->msgs + i, 3 * sizeof(uint16_t));
        at = put(at, data->msgs[i].flags & I2C_M_RD ? NULL : data->msgs[i].buf, data->msgs[i].len);
    }
    int result = ask(IOCTL, handle, number, at, NULL);
    at = 0;
    for (uint32_t i = 0; result >= 0 && i < data->nmsgs; i++)
        if (data->msgs[i].flags & I2C_M_RD) {
            memcpy(data->msgs[i].buf, body + at, data->msgs[i].len);
            at += data->msgs[i].len;
        }
    return result;
}

static int smbus(uint32_t handle, uint32_t number, struct i2c_smbus_ioctl_data *data) {
    uint32_t words[3] = {data->read_write, data->command, data->size};
    size_t at = put(0, words, sizeof words);
    int result = ask(IOCTL, handle, number, put(at, data->data, sizeof *data->data), NULL);
    if (result >= 0 && data->data)
        memcpy(data->data, body, sizeof *data->data);
    return result;
}

/* Everything whose argument is a structure without pointers, sent and filled in as the number says. */
static int plain(uint32_t handle, uint32_t number, void *argument) {
    int line = -1, result = ask(IOCTL, handle, number, put(0, argument, _IOC_SIZE(number)), &line);
    if (result < 0)
        return result;
    if (_IOC_DIR(number) & _IOC_READ)
        memcpy(argument, body, _IOC_SIZE(number));
    if (number == (uint32_t)GPIO_V2_GET_LINE_IOCTL && line >= 0) {
        ((struct gpio_v2_line_request *)argument)->fd = line;
        handles[line] = result;
        return 0;
    }
    return result;
}

static int by_number(uint32_t handle, uint32_t number, void *argument) {
    unsigned long value = (unsigned long)argument;
    int result;
    switch (number) {
    case I2C_RDWR:
        return i2c_messages(handle, number, argument);
    case I2C_SMBUS:
        return smbus(handle, number, argument);
    case I2C_SLAVE:
    case I2C_SLAVE_FORCE:
        return ask(IOCTL, handle, number, put(0, &value, sizeof value), NULL);
    case I2C_FUNCS:
        result = ask(IOCTL, handle, number, 0, NULL);
        memcpy(argument, body, sizeof value);
        return result;
    default:
        if (_IOC_TYPE(number) == SPI_IOC_MAGIC && _IOC_NR(number) == 0)
            return spi_message(handle, number, argument);
        return plain(handle, number, argument);
    }
}

int ioctl(int descriptor, unsigned long number, ...) {
    va_list rest;
    va_start(rest, number);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (!ours(descriptor))
        return REAL(ioctl)(descriptor, number, argument);
    pthread_mutex_lock(&turn);
    int result = by_number(handles[descriptor], number, argument), error = errno;
    pthread_mutex_unlock(&turn);
    errno = error;
    return result;
}
